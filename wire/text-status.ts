/**
 * Where a client asks whether a text with a passcode could be delivered: relative to the provider's origin, beside
 * `sdkPrefix`. The answer is a `TextStatus`.
 */
export const textStatusPath = (publicToken: string, methodId: string): string =>
  `/v1/public/texts/${encodeURIComponent(publicToken)}/${encodeURIComponent(methodId)}`

/**
 * `undelivered` is sure; `on_its_way` stands for all else. A text that arrived is not told: one that is withheld from an
 * address for the sake of who has it never arrives, and that must not show.
 */
export type TextStatus = { status: 'on_its_way' | 'undelivered' }
