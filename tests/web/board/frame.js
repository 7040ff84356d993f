// A screen of any size: windows have a least width, frames have none.

const asked = new URLSearchParams(location.search);
const frame = document.createElement("iframe");
frame.width = asked.get("width");
frame.height = asked.get("height");
frame.src = "/tests/plays.html";
document.body.append(frame);
