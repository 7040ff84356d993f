// The page: what it shows of the address that it was opened at.

const here = new URL("./", location.href);
const code = location.pathname.slice(here.pathname.length).toUpperCase();
const where = `${here.protocol === "https:" ? "wss" : "ws"}://${here.host}${here.pathname.replace(/\/$/, "")}`;

/** Returns an element with attributes left out: text is only ever text. */
function made(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

const page = document.getElementById("page");
page.replaceChildren(
  made("h1", "samedeal"),
  made("p", "Race your friends at patience, on the same provably fair deal."),
  made("p", code
    ? `You are invited to the room ${code}. It is played in a terminal, with:`
    : "It is played in a terminal. With samedeal installed, this opens a room here:"),
  made("pre", code
    ? `samedeal join ${code}@${where}`
    : `samedeal host squares/english --server ${where}`),
);
