import { expect, test } from 'vitest'
import { UnreadableError } from './said.ts'
import { readXml } from './xml.ts'

const told = (xml: string): string => {
  const said: string[] = []
  readXml(xml, {
    open: (name, start) => said.push(`<${name}@${start}`),
    close: (name, end) => said.push(`${name}@${end}>`),
    text: text => said.push(text),
  })
  return said.join('|')
}

test.each([
  ['<a><b/>x</a>', '<a@0|<b@3|b@7>|x|a@12>'],
  ['<?xml version="1.0"?>\n<a>x</a >\n', '<a@22|x|a@31>'],
  ['<a b="1 > 2" c=\'/\'>x</a>', '<a@0|x|a@24>'],
  ['<a\n/>', '<a@0|a@5>'],
  ['<a>&lt;&amp;lt;&#65;&#x42;&quot;&apos;&gt;</a>', '<a@0|<&lt;AB"\'>|a@46>'],
  ['<a>R&D; or R & D&</a>', null],
  ['<a>R & D; &</a>', '<a@0|R & D; &|a@15>'],
  ['<a>&#xD800;&#9999999;</a>', '<a@0|\ufffd\ufffd|a@25>'],
  ['<a><!-- <b> --><![CDATA[<b>&amp;]]><?p <c>?></a>', '<a@0|<b>&amp;|a@48>'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>x</a>', '<a@30|x|a@38>'],
  ['<!DOCTYPE a SYSTEM "a.dtd"><a/>', '<a@27|a@31>'],
])('XML parsing of %s', (xml, expected) => {
  if (expected === null) expect(() => told(xml)).toThrow(UnreadableError)
  else expect(told(xml)).toBe(expected)
})

test.each([
  ['<a>\n<b></a>', 'in line 2, </a> closes an element that is not open'],
  ['<a>', 'in line 1, <a> is not closed'],
  ['<a b="', 'a tag is not closed'],
  ['<a <b>', 'a tag is not closed'],
  ['<>', 'a tag is not closed'],
  ['<a></a', 'a tag is not closed'],
  ['<a><!-- x', 'a comment is not closed'],
  ['<a><![CDATA[ x', 'a CDATA section is not closed'],
  ['<?xml', 'a processing instruction is not closed'],
  ['<!DOCTYPE a [<!ENTITY b "c">', 'a declaration is not closed'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '&b; is not defined'],
  ['<a>'.repeat(300), 'nested more than 256 levels deep'],
])('XML parsing rejects %s with line and reason', (xml, why) => {
  expect(() => told(xml)).toThrow(UnreadableError)
  expect(() => told(xml)).toThrow(why)
})
