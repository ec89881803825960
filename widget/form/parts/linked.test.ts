import { describe, expect, test } from 'vitest'
import { linked } from './linked.ts'

const plain = (text: string) => ({ text, url: null })
const link = (url: string) => ({ text: url, url })

describe('a message of the provider', () => {
  test.each([
    ['Wrong code.', [plain('Wrong code.')]],
    ['', []],
    ['See https://a.example/x#y.', [plain('See '), link('https://a.example/x#y'), plain('.')]],
    ['(https://a.example/x)', [plain('('), link('https://a.example/x'), plain(')')]],
    ['http://a.example http://b.example/', [link('http://a.example'), plain(' '), link('http://b.example/')]],
    ['javascript:alert(1)', [plain('javascript:alert(1)')]],
    ['https://[ is none', [plain('https://[ is none')]],
  ])('%s', (message, pieces) => {
    expect(linked(message)).toEqual(pieces)
  })
})
