/** Path to query the delivery of an OTP text: relative to the provider's origin, beside `sdkPrefix`. Returns a `TextStatus`. */
export const textStatusPath = (publicToken: string, methodId: string): string =>
  `/v1/public/texts/${encodeURIComponent(publicToken)}/${encodeURIComponent(methodId)}`

/**
 * `undelivered` is certain; `on_its_way` is anything else. Successful delivery is not reported: a text withheld to protect account
 * existence never arrives, which must not show.
 */
export type TextStatus = { status: 'on_its_way' | 'undelivered' }
