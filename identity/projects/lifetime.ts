/**
 * How many minutes a mailed or texted secret lives: as long as the page asks for, and never longer than the project allows.
 * More is cut and not refused, because the published client always asks for its own default, whatever the project says. Pure.
 */
export const lifetimeOf = (allowed: number, asked: number = allowed): number => Math.min(asked, allowed)
