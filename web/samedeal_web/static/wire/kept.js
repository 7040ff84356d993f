/**
 * What stays in the browser: the identity for good, the way back for this tab.
 *
 * A browser that keeps nothing (a private window, a setting) is played in all the same:
 * then it lasts as long as the page.
 */

export class Kept {
  /**
   * @param {Storage | null} forGood
   * @param {Storage | null} forTab
   * @param {string} where a name for the server, as several may share an origin
   */
  constructor(forGood, forTab, where) {
    this.forGood = forGood;
    this.forTab = forTab;
    this.where = where;
    this.values = new Map();
  }

  read(storage, name) {
    const key = `samedeal ${this.where} ${name}`;
    if (this.values.has(key)) return this.values.get(key);
    try {
      return JSON.parse(storage?.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  write(storage, name, value) {
    const key = `samedeal ${this.where} ${name}`;
    this.values.set(key, value);
    try {
      if (value === null) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(value));
    } catch {
      // It is kept in `values`.
    }
  }

  /** The token of an identity: shown by the server once. */
  get token() {
    return this.read(this.forGood, "token");
  }
  set token(value) {
    this.write(this.forGood, "token", value);
  }

  get name() {
    return this.read(this.forGood, "name");
  }
  set name(value) {
    this.write(this.forGood, "name", value);
  }

  /** The way back of this tab's connection; another tab has its own. */
  get resume() {
    return this.read(this.forTab, "resume");
  }
  set resume(value) {
    this.write(this.forTab, "resume", value);
  }

  /** All that was seen of matches. */
  get memory() {
    return this.read(this.forTab, "memory");
  }
  set memory(value) {
    this.write(this.forTab, "memory", value);
  }

  /** The room that this tab has a seat in. */
  get room() {
    return this.read(this.forTab, "room");
  }
  set room(value) {
    this.write(this.forTab, "room", value);
  }
}

/** Returns what this browser keeps of a server. */
export function keptHere(where) {
  const found = (name) => {
    try {
      return globalThis[name] ?? null;
    } catch {
      return null;
    }
  };
  return new Kept(found("localStorage"), found("sessionStorage"), where);
}
