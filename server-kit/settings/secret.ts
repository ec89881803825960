import { inspect } from 'node:util'

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
