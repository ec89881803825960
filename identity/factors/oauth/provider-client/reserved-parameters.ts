/** Parameters of the authorization request that are ours to choose: a page that could set one could undo what protects it. */
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

/** Of a page's `provider_…` parameters, the first that it may not set, or null. `name` is without the prefix. */
export const reservedAmong = (names: readonly string[]): string | null =>
  names.find(name => reserved.has(name.toLowerCase())) ?? null
