/** Parameters of the authorization request that only we may set: a page that set one could remove a protection. */
const reserved: ReadonlySet<string> = new Set([
  'client_id',
  'client_key',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'code',
  'grant_type',
  'request',
  'request_uri',
  'registration',
])

/** The first of a page's `provider_…` parameters that it may not set, or null. The names are without the prefix. Pure. */
export const reservedAmong = (names: readonly string[]): string | null =>
  names.find(name => reserved.has(name.toLowerCase())) ?? null
