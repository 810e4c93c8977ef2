import { promptTokens, type Usage } from "../../usage/usage.ts";
import { html, type Markup } from "./markup.ts";

/** The patterns of the three kinds of tokens, once for all pictures of the page: colour alone says nothing to some. */
export function patterns(): Markup {
  return html`<svg class="patterns" aria-hidden="true" width="0" height="0"><defs>
<pattern id="written" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="written" width="6" height="6"/><rect class="line" width="2" height="6"/></pattern>
<pattern id="fresh" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="fresh" width="6" height="6"/><circle class="line" cx="3" cy="3" r="1.1"/></pattern>
</defs></svg>`;
}

/** A row of what a prompt was made of: read, written, new. What was not measured is an empty row. */
export function partsBar(usage: Usage): Markup {
  const total = promptTokens(usage);
  const widths =
    total === 0 ? [0, 0, 0] : [usage.cacheRead, usage.cacheWrite, usage.input].map((part) => (part / total) * 100);
  const [read = 0, written = 0, fresh = 0] = widths.map((width) => Math.round(width * 100) / 100);
  return html`<svg class="bar" width="100%" height="12" aria-hidden="true"><rect class="empty" width="100%" height="12"/>
<rect class="read" width="${read}%" height="12"/><rect fill="url(#written)" x="${read}%" width="${written}%" height="12"/>
<rect fill="url(#fresh)" x="${read + written}%" width="${fresh}%" height="12"/></svg>`;
}

/** One share (0..1) as a bar. */
export function shareBar(share: number): Markup {
  const width = Math.round(share * 10_000) / 100;
  return html`<svg class="share" width="100%" height="8" aria-hidden="true"><rect class="empty" width="100%" height="8"/><rect class="missed" width="${width}%" height="8"/></svg>`;
}
