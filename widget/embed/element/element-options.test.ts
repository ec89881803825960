import { expect, test } from 'vitest'
import { createScriptedClient } from '../../testing/index.ts'
import { readElementOptions } from './element-options.ts'

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

test('an element without attributes and properties gives no options but a shadow tree', () =>
  expect(read({})).toEqual(plain))

test('attributes are read, some of them as JSON', () => {
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

test('a property wins over the attribute of its name', () => {
  const properties = { config: { products: ['otp'] as const }, styles: {}, strings: 'es' }
  expect(read({ config: '{', styles: '{', lang: 'de' }, properties)).toEqual({
    ...properties,
    config: { enableShadowDOM: true, products: ['otp'] },
  })
})

test('a colour scheme joins the rest of the presentation', () => {
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
] as const)('with %j the form is in a shadow tree: %s', (attributes, enableShadowDOM) => {
  expect(read(attributes)).toEqual({ config: { enableShadowDOM } })
})

test('the provider is the default one, unless the element names another or brings a client', () => {
  expect(read({}, {}, 'https://one.test')).toEqual({ ...plain, baseUrl: 'https://one.test' })
  expect(read({ 'base-url': 'https://other.test' }, {}, 'https://one.test')).toEqual({
    ...plain,
    baseUrl: 'https://other.test',
  })
  const client = createScriptedClient()
  expect(read({ 'base-url': 'https://other.test' }, { client }, 'https://one.test')).toEqual({ ...plain, client })
})

test('an attribute that should be JSON and is not is named in the error', () => {
  expect(() => read({ styles: '{' })).toThrow('The attribute styles of <sign-in-widget> is not JSON: {')
})
