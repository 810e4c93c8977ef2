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

/** Token counts in so many columns: in full where they fit, else in short, never cut: 1,234,567, 1.2M, 95G. */
export function tokensIn(count: number, columns: number): string {
  const full = fullTokens(count);
  return full.length <= columns ? full : shortTokens(count, columns);
}

/** Token counts in short, in at most so many columns (5 hold any count). */
export function shortTokens(count: number, columns: number): string {
  const compact = compactTokens(count);
  if (compact.length <= columns) return compact;
  const [size, unit] = count < 1e12 ? [1e9, "G"] : count < 1e15 ? [1e12, "T"] : [1e15, "P"];
  return `${Math.round(count / size)}${unit}`;
}

/** US dollars in so many columns: with as many decimals as fit, else in thousands or millions. */
export function dollarsIn(amount: number, columns: number): string {
  const full = dollars(amount);
  if (full.length <= columns) return full;
  const whole = `$${Math.round(amount)}`;
  return whole.length <= columns ? whole : `$${compactTokens(amount)}`;
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
