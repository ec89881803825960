import { describe, expect, test } from 'vitest'
import { linked } from './PasswordField.tsx'

const plain = (text: string) => ({ text, url: null })
const link = (url: string) => ({ text: url, url })

describe('links in provider messages', () => {
  test.each([
    ['Wrong code.', [plain('Wrong code.')]],
    ['', []],
    ['See https://a.example/x#y.', [plain('See '), link('https://a.example/x#y'), plain('.')]],
    ['(https://a.example/x)', [plain('('), link('https://a.example/x'), plain(')')]],
    ['http://a.example http://b.example/', [link('http://a.example'), plain(' '), link('http://b.example/')]],
    ['javascript:alert(1)', [plain('javascript:alert(1)')]],
    ['https://[ is none', [plain('https://[ is none')]],
  ])('a provider message is linkified: %s', (message, pieces) => {
    expect(linked(message)).toEqual(pieces)
  })
})
