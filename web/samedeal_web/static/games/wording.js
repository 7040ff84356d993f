/**
 * What the rules say, in English, and still in its parts.
 *
 * Templates are exactly those of the Python catalogue, so that one list of
 * translations serves terminal and page.
 */

/**
 * A sentence or a part of one. Where `many` is there, the count chooses.
 *
 * @typedef {object} Wording
 * @property {string} template  with its fields in braces
 * @property {string} [many]  the template for any count but one
 * @property {Readonly<Record<string, string | number | Wording | Listed>>} fields
 */

/**
 * Parts that follow each other with a comma between.
 *
 * @typedef {readonly Wording[]} Listed
 */

/** @typedef {(template: string) => string} Translate */
/** @typedef {(one: string, many: string, count: number) => string} TranslateCount */

/** A deed that is not allowed, and the reason. */
export class Refused extends Error {
  /**
   * @param {"bad_move" | "illegal_move"} code
   * @param {Wording} wording
   */
  constructor(code, wording) {
    super(english(wording));
    this.name = "Refused";
    this.code = code;
    this.wording = wording;
  }
}

/**
 * Return a wording.
 *
 * @param {string} template
 * @param {Wording["fields"]} [fields]
 * @returns {Wording}
 */
export function say(template, fields = {}) {
  return { template, fields };
}

/**
 * Return a wording for so many.
 *
 * @param {string} template
 * @param {string} many
 * @param {number} count
 * @returns {Wording}
 */
export function sayCount(template, many, count) {
  return { template, many, fields: { count } };
}

/**
 * Return a wording in the reader's language.
 *
 * @param {Wording} wording
 * @param {Translate} tr  puts a template into that language
 * @param {TranslateCount} trN  does so for a count
 * @returns {string}
 */
export function inWords(wording, tr, trN) {
  const { template, many, fields } = wording;
  const own = many === undefined ? tr(template) : trN(template, many, Number(fields.count));
  return own.replace(/\{(\w+)(!r)?\}/g, (_, name, quoted) => {
    const field = fields[name] ?? "";
    if (typeof field === "object") {
      const parts = "template" in field ? [field] : field;
      return parts.map((part) => inWords(part, tr, trN)).join(", ");
    }
    return quoted ? `'${field}'` : String(field);
  });
}

/**
 * Return a wording in English.
 *
 * @param {Wording} wording
 * @returns {string}
 */
export function english(wording) {
  return inWords(
    wording,
    (template) => template,
    (one, many, count) => (count === 1 ? one : many),
  );
}
