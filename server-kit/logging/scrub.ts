import { LRUCache } from 'lru-cache'

/**
 * Redacted fields: credentials, and addresses that identify a person. Names are compared without case, hyphens and underscores, so that
 * `session_token`, `sessionToken` and `X-Session-Token` are equal.
 */
const secretEndings = [
  'token',
  'tokens',
  'jwt',
  'password',
  'passcode',
  'secret',
  'cookie',
  'cookies',
  'authorization',
  'apikey',
  'email',
  'emails',
  'emailaddress',
  'phonenumber',
  'recoverycode',
  'recoverycodes',
  'verifier',
  'assertion',
  'signature',
  'otp',
]
const secretNames: ReadonlySet<string> = new Set(['code', 'codes'])

const decided = new LRUCache<string, boolean>({ max: 1_000 })

/** Caches results: logs have few field names and check them on every line. */
const isSecretName = (name: string): boolean => {
  const known = decided.get(name)
  if (known !== undefined) return known
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  const answer = secretNames.has(plain) || secretEndings.some(ending => plain.endsWith(ending))
  decided.set(name, answer)
  return answer
}

/** Codes of errors, such as ECONNREFUSED, ERR_HTTP_HEADERS_SENT and PostgreSQL's 23505, are no secrets. */
const isErrorCode = (value: string): boolean => /^([A-Z][A-Z_]{3,}\w*|[0-9A-Z]{5})$/.test(value)

const hidden = '[secret]'

/** Copies a value with secrets redacted. Errors stay unchanged, because their serializer runs later. */
export const scrub = (value: unknown, depth = 8): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth === 0) return '[too deep]'
  if (Array.isArray(value)) return value.map(item => scrub(item, depth - 1))
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  const copy: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    copy[name] = isSecretName(name) && mayBeSecret(item) ? hidden : scrub(item, depth - 1)
  }
  return copy
}

const mayBeSecret = (item: unknown): boolean => {
  if (typeof item === 'string') return item !== '' && !isErrorCode(item)
  return typeof item === 'number' || (typeof item === 'object' && item !== null)
}

/** Names after which a value is a secret in a query (`?token=…`) or in JSON within a text (`"token":"…"`). */
const namesInText =
  '[\\w-]*(?:token|jwt|password|passcode|secret|cookie|authorization|api_?key|email|email_address|phone_number|verifier|otp)|code'

const inQuery = new RegExp(`([?&#;]|%3f|%26)(${namesInText}|state|key)(=|%3d)(?!%?\\[)[^&\\s"'#\\\\<>]+`, 'gi')
const inJson = new RegExp(`("(?:${namesInText})\\\\*"\\s*:\\s*\\\\*")(?!\\[secret\\])([^"\\\\]+)`, 'gi')
const inHeader = /\b(bearer\s+|basic\s+(?=\S{12}))[\w.~+/=-]{6,}/gi
/**
 * A match begins where a run of such characters does, and looks at its end before anything else: beginning anew at every `eyJ` of
 * a long run takes time by the square of its length.
 */
const jwt = /(?<![\w-])(?=[\w-]+\.[\w-]+\.)([\w-]*?)eyJ[\w-]{6,}\.[\w-]+\.[\w-]*/g
const userInfo = /(:\/\/)[^\s/:@"\\]{0,200}:[^\s/@"\\]{1,200}@/g
const email =
  /[^\s"'<>@\\,;:()[\]/?&=|]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/giu
const phone = /(^|[^\w+.-])\+[1-9]\d{7,14}(?!\w)/g

/** Redacts secrets and addresses in a text: a message, a URL, a stack trace, or a log line. */
export const scrubText = (text: string): string => {
  let clean = text
    .replace(inJson, (whole, before: string, value: string) => (isErrorCode(value) ? whole : `${before}${hidden}`))
    .replace(inQuery, `$1$2$3${hidden}`)
    .replace(inHeader, `$1${hidden}`)
    .replace(jwt, `$1${hidden}`)
  if (clean.includes('@') || clean.includes('%40'))
    clean = clean.replace(userInfo, `$1${hidden}@`).replace(email, '[email]')
  return clean.includes('+') ? clean.replace(phone, '$1[phone]') : clean
}
