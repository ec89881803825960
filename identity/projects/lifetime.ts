/**
 * Returns the lifetime of an emailed or texted secret in minutes: as requested, capped at the project's limit. Longer requests are capped
 * rather than rejected, because the published client always requests its own default. Pure.
 */
export const lifetimeOf = (allowed: number, asked: number = allowed): number => Math.min(asked, allowed)
