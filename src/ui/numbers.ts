/** Token counts for a footer, worded as Pi's own footer words them: 950, 1.2k, 45k, 1.2M, 12M. */
export function compactTokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 10_000) return `${(count / 1_000).toFixed(1)}k`;
  if (count < 1_000_000) return `${Math.round(count / 1_000)}k`;
  if (count < 10_000_000) return `${(count / 1_000_000).toFixed(1)}M`;
  return `${Math.round(count / 1_000_000)}M`;
}

/** Token counts for a report, in full with grouped thousands: 10,207. */
export function fullTokens(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** Token counts in so many columns: in full where they fit, else in short. */
export function tokensIn(count: number, columns: number): string {
  const full = fullTokens(count);
  return full.length <= columns ? full : compactTokens(count);
}

/** US dollars: three decimals as in Pi's footer, more where three would hide the amount. */
export function dollars(amount: number): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.001 ? 6 : 3;
  return `${amount < 0 ? "-" : ""}$${Math.abs(amount).toFixed(digits)}`;
}

/** Output tokens per second, whole above 10. */
export function tokensPerSecond(rate: number): string {
  return `${rate >= 9.95 ? Math.round(rate) : rate.toFixed(1)} t/s`;
}
