import type { Figure } from "./measure.ts";

/** A row of the READMEs' table: which figure it shows, and what it is called in each language. */
interface Row {
  readonly what: string;
  readonly en: string;
  readonly zh: string;
}

const ROWS: readonly Row[] = [
  {
    what: "a request of 400 KB, unchanged but for 1%, of one stringify",
    en: "Observing a request of 400 KB, of one `JSON.stringify` of it",
    zh: "观察一个 400 KB 的请求，相对于对它做一次 `JSON.stringify`",
  },
  {
    what: "a request of 10 MB, unchanged but for 1%, of one stringify",
    en: "Observing a request of 10 MB, of one `JSON.stringify` of it",
    zh: "观察一个 10 MB 的请求，相对于对它做一次 `JSON.stringify`",
  },
  {
    what: "handlers in a turn at 400 KB, median",
    en: "All handlers in a turn at 400 KB, inside Pi",
    zh: "400 KB 时一轮中所有处理函数，在 Pi 内部测量",
  },
  {
    what: "handlers at the end of a run at 400 KB, with the record, median",
    en: "All handlers at the end of a run at 400 KB, the record included",
    zh: "400 KB 时一次运行结束时的所有处理函数，含写入记录",
  },
  {
    what: "frame with nothing new at 100,000 entries",
    en: "A footer frame at 100,000 session entries",
    zh: "会话有 100,000 个条目时的一帧页脚",
  },
  {
    what: "opening the panel at 10,000 turns",
    en: "Opening the panel at 10,000 turns",
    zh: "10,000 轮时打开面板",
  },
  {
    what: "a key press at 10,000 turns, median",
    en: "A key press in the panel at 10,000 turns",
    zh: "10,000 轮时在面板中按一个键",
  },
  {
    what: "importing the package, beyond an empty extension",
    en: "Importing the extension, beyond an empty one",
    zh: "导入扩展，超出空扩展的部分",
  },
  {
    what: "heap growth over 100,000 turns",
    en: "Heap that grows over 100,000 turns",
    zh: "100,000 轮中增长的堆",
  },
];

/** What is said of a figure that is above its limit. */
const OVER = { en: " (over the limit)", zh: "（超出上限）" } as const;
const HEADINGS = { en: ["", "Measured", "Limit"], zh: ["", "测得", "上限"] } as const;

/** The languages of the READMEs. */
export type Language = keyof typeof HEADINGS;

/** What encloses the table in a README. */
export const [BEGIN, END] = ["<!-- speed: npm run bench -- --write -->", "<!-- /speed -->"];

/** The figures that the table shows, without the others. Throws where one was not measured. */
export function shownOf(figures: readonly Figure[]): readonly Figure[] {
  return ROWS.map(({ what }) => {
    const figure = figures.find((one) => one.what === what);
    if (figure === undefined) throw new Error(`No benchmark has measured: ${what}`);
    return figure;
  });
}

/** The table in Markdown. */
export function speedTable(figures: readonly Figure[], language: Language): string {
  const rows = shownOf(figures).map(({ value, limit, unit }, index) => [
    ROWS[index]?.[language] ?? "",
    amount(value, unit) + (value > limit ? OVER[language] : ""),
    amount(limit, unit),
  ]);
  return [HEADINGS[language], ["---", "---:", "---:"], ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A README with its table replaced; throws where it has no place for one. */
export function withTable(readme: string, table: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error("The README has no place for the speed table.");
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${readme.slice(end)}`;
}

/** Two digits, as many as the next run will have in common with this one. */
function amount(value: number, unit: string): string {
  const shown = value >= 10 ? value.toFixed(0) : Number(Math.max(0, value).toPrecision(2)).toString();
  return unit === "%" ? `${shown}%` : `${shown} ${unit}`;
}
