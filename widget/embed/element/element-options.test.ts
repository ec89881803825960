import { expect, test } from 'vitest'
import { createScriptedClient } from '../../testing/index.ts'
import { readElementOptions } from './sign-in-element.ts'

/** An element with these attributes. */
const elementWith = (attributes: Readonly<Record<string, string>>) => ({
  getAttribute: (name: string) => attributes[name] ?? null,
  lang: attributes.lang ?? '',
  nonce: attributes.nonce ?? '',
})
const read = (
  attributes: Readonly<Record<string, string>>,
  properties: Parameters<typeof readElementOptions>[1] = {},
  baseUrl?: string,
) => {
  const options = readElementOptions(elementWith(attributes), properties, { tagName: 'sign-in-widget', baseUrl })
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** Without attributes and properties. */
const plain = { config: { enableShadowDOM: true } }

test('an element without attributes has only the shadow DOM option', () => expect(read({})).toEqual(plain))

test('attributes are parsed, some of them as JSON', () => {
  expect(
    read({
      'public-token': 'p',
      'base-url': 'https://identity.example.test',
      config: '{"products":["otp"]}',
      styles: '{"hideHeaderText":true}',
      lang: 'de',
      'color-scheme': 'dark',
      nonce: 'n1',
    }),
  ).toEqual({
    publicToken: 'p',
    baseUrl: 'https://identity.example.test',
    config: { enableShadowDOM: true, products: ['otp'] },
    styles: { hideHeaderText: true },
    strings: 'de',
    presentation: { colorScheme: 'dark' },
    nonce: 'n1',
  })
})

test('a property overrides the attribute of the same name', () => {
  const properties = { config: { products: ['otp'] as const }, styles: {}, strings: 'es' }
  expect(read({ config: '{', styles: '{', lang: 'de' }, properties)).toEqual({
    ...properties,
    config: { enableShadowDOM: true, products: ['otp'] },
  })
})

test('the color scheme is merged into the presentation', () => {
  const presentation = { colorScheme: 'light', darkStyles: {} } as const
  expect(read({ 'color-scheme': 'dark' }, { presentation })).toEqual({
    ...plain,
    presentation: { colorScheme: 'dark', darkStyles: {} },
  })
})

test.each([
  [{ shadow: '' }, true],
  [{ shadow: 'false' }, false],
  [{ config: '{"enableShadowDOM":false}' }, false],
  [{ shadow: 'false', config: '{"enableShadowDOM":true}' }, true],
] as const)('with %j the form uses a shadow root: %s', (attributes, enableShadowDOM) => {
  expect(read(attributes)).toEqual({ config: { enableShadowDOM } })
})

test('the default provider is used unless the element names another or has a client', () => {
  expect(read({}, {}, 'https://one.test')).toEqual({ ...plain, baseUrl: 'https://one.test' })
  expect(read({ 'base-url': 'https://other.test' }, {}, 'https://one.test')).toEqual({
    ...plain,
    baseUrl: 'https://other.test',
  })
  const client = createScriptedClient()
  expect(read({ 'base-url': 'https://other.test' }, { client }, 'https://one.test')).toEqual({ ...plain, client })
})

test('an attribute with invalid JSON is named in the error', () => {
  expect(() => read({ styles: '{' })).toThrow('The attribute styles of <sign-in-widget> is not JSON: {')
})
