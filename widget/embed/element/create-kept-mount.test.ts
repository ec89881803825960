import { beforeEach, expect, test, vi } from 'vitest'
import { createScriptedClient } from '../../testing/index.ts'
import type { MountOptions } from '../mount/index.ts'
import { createPersistentMount } from './sign-in-element.ts'

const page = {} as Node
const update = vi.fn()
const unmount = vi.fn()
const mount = vi.fn((_: MountOptions) => ({ client: createScriptedClient(), update, unmount }))
beforeEach(() => vi.clearAllMocks())

test('a widget is mounted once and then updated', () => {
  const kept = createPersistentMount(mount)
  kept.show({ publicToken: 'p', strings: 'en' }, page)
  kept.show({ publicToken: 'p', strings: 'de' }, page)
  expect(mount).toHaveBeenCalledTimes(1)
  expect(update.mock.calls).toEqual([[{ strings: 'de' }]])
  expect(unmount).not.toHaveBeenCalled()
})

test.each<[string, MountOptions, Node]>([
  ['another project', { publicToken: 'other' }, page],
  ['another provider', { publicToken: 'p', baseUrl: 'https://other.test' }, page],
  ['another nonce', { publicToken: 'p', nonce: 'n2' }, page],
  ['a client of its own', { client: createScriptedClient() }, page],
  ['a shadow tree', { publicToken: 'p', config: { enableShadowDOM: true } }, page],
  ['another tree of the page', { publicToken: 'p' }, {} as Node],
])('a widget is remounted for %s', (_, options, root) => {
  const kept = createPersistentMount(mount)
  kept.show({ publicToken: 'p' }, page)
  kept.show(options, root)
  expect(unmount).toHaveBeenCalledTimes(1)
  expect(mount.mock.calls).toEqual([[{ publicToken: 'p' }], [options]])
  expect(update).not.toHaveBeenCalled()
})

test('a widget that failed to mount is mounted on the next update', () => {
  const kept = createPersistentMount(mount)
  mount.mockImplementationOnce(() => {
    throw new Error('A mistake.')
  })
  expect(() => kept.show({ publicToken: 'p' }, page)).toThrow('A mistake.')
  kept.show({ publicToken: 'p' }, page)
  expect(mount).toHaveBeenCalledTimes(2)
})

test('a removed widget starts afresh and is unmounted once', () => {
  const kept = createPersistentMount(mount)
  kept.show({ publicToken: 'p' }, page)
  kept.remove()
  kept.remove()
  expect(unmount).toHaveBeenCalledTimes(1)
  kept.show({ publicToken: 'p' }, page)
  expect(mount).toHaveBeenCalledTimes(2)
})
