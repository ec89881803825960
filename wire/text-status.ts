/**
 * Where a client asks whether a text with a passcode could be delivered: relative to the provider's origin, beside
 * `sdkPrefix`. The answer is a `TextStatus`.
 */
export const textStatusPath = (publicToken: string, methodId: string): string =>
  `/v1/public/texts/${encodeURIComponent(publicToken)}/${encodeURIComponent(methodId)}`

/** `undelivered` is sure; `on_its_way` also stands for what is not known. */
export type TextStatus = { status: 'on_its_way' | 'delivered' | 'undelivered' }
