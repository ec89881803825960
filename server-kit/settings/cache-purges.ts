import { inspect } from 'node:util'
import { z } from 'zod'

/** A value that must be read explicitly: printing, logging or serializing it shows `[secret]`. */
export type Secret = {
  /** The value itself. Call it where the value is used, never to keep a copy. */
  readonly reveal: () => string
  readonly toString: () => string
  readonly toJSON: () => string
}

const hidden = (): string => '[secret]'

/** Wraps a token, password or URL that may carry one, so that it cannot reach a log by accident. */
export const secret = (value: string): Secret =>
  Object.freeze({ reveal: () => value, toString: hidden, toJSON: hidden, [inspect.custom]: hidden })

/** A cache in front of the site that is purged on changes. */
export type CachePurge = {
  /** `varnish`: by PURGE with `Surrogate-Key`. `webhook`: by POST of `{"keys":[…]}`. */
  form: 'varnish' | 'webhook'
  /** Purge URL. */
  url: string
  /** Bearer token; null if none is required. */
  secret: Secret | null
}

const sentence =
  'must be addresses with commas between them: varnish+http://127.0.0.1:6081 for Varnish, https://:secret@host/path for a webhook'

/** Reads one of them; null where it is none. */
const readPurge = (text: string): CachePurge | null => {
  const isVarnish = text.startsWith('varnish+')
  const url = URL.parse(isVarnish ? text.slice('varnish+'.length) : text)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '') return null
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { form: isVarnish ? 'varnish' : 'webhook', url: url.href, secret: password === '' ? null : secret(password) }
}

/** `CACHE_PURGE_URL`: any number of addresses, with commas between them. */
export const cachePurges = z
  .string()
  .transform(text => text.split(',').map(one => readPurge(one.trim())))
  .refine(purges => purges.every(purge => purge !== null), sentence)
  .transform(purges => purges.filter(purge => purge !== null))
