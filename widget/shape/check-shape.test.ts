import { describe, expect, test } from 'vitest'
import { UsageError } from '../client/index.ts'
import { checkShape, type Shape } from './index.ts'

const shape: Shape = {
  fields: {
    name: 'string',
    minutes: 'number',
    shown: 'boolean',
    onEvent: 'function',
    extra: 'object',
    methods: { listOf: { oneOf: ['sms', 'email'] } },
    inner: { fields: { id: 'string' }, required: ['id'] },
  },
}

test('a valid value passes, with omitted or undefined fields', () => {
  for (const fitting of [
    {},
    {
      name: '',
      minutes: 0,
      shown: false,
      onEvent: () => undefined,
      extra: { any: 1 },
      methods: [],
      inner: { id: 'a' },
    },
    { name: undefined, methods: ['email', 'sms'] },
  ])
    expect(() => checkShape(fitting, shape, 'options')).not.toThrow()
})

describe('invalid values are rejected with their path', () => {
  test.each([
    [null, 'options must be an object, and is null.'],
    [[], 'options must be an object, and is a list.'],
    [{ nmae: 'x' }, 'options has no "nmae". It may have: name, minutes, shown, onEvent, extra, methods, inner.'],
    [{ toString: 'x' }, 'options has no "toString"'],
    [{ name: 7 }, 'options.name must be a string, and is 7.'],
    [{ name: null }, 'options.name must be a string, and is null.'],
    [{ minutes: '30' }, 'options.minutes must be a number, and is "30".'],
    [{ minutes: Number.NaN }, 'options.minutes must be a number, and is NaN.'],
    [{ shown: 'yes' }, 'options.shown must be true or false, and is "yes".'],
    [{ onEvent: {} }, 'options.onEvent must be a function, and is an object.'],
    [{ extra: null }, 'options.extra must be an object, and is null.'],
    [{ methods: 'sms' }, 'options.methods must be a list, and is "sms".'],
    [{ methods: ['sms', 'fax'] }, 'options.methods[1] must be one of sms, email, and is "fax".'],
    [{ inner: {} }, 'options.inner.id is missing.'],
  ])('%j is rejected', (value, message) => {
    expect(() => checkShape(value, shape, 'options')).toThrow(UsageError)
    expect(() => checkShape(value, shape, 'options')).toThrow(message)
  })
})
