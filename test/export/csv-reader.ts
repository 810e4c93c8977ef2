/** A reader of RFC 4180 for tests: rows of fields, quotes doubled inside quotes, lines ended by CRLF. Throws on anything else. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (at >= text.length) throw new Error("A quoted field has no end.");
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\r") {
        if (text[at] === '"' || text[at] === "\n") throw new Error(`A field without quotes holds ${text[at]}.`);
        cell += text[at++];
      }
    }
    row.push(cell);
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`No comma and no line end after ${JSON.stringify(cell.slice(0, 40))}.`);
    // A row that ends with a comma has one more, empty field.
    if (text[at - 1] === "," && (at >= text.length || text[at] === "\r")) {
      row.push("");
      rows.push(row);
      row = [];
      at += 2;
    }
  }
  if (row.length > 0) throw new Error("The last row has no end.");
  return rows;
}
