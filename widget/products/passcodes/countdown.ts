/** Whole seconds until a time, never below zero. The last one counts until it is over. */
export const secondsUntil = (expiresAt: number, now: number): number =>
  Math.max(0, Math.ceil((expiresAt - now) / 1_000))

/** `m:ss`, with hours as minutes: `75:00`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
