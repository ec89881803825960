import { expect, test } from 'vitest'
import { markup } from './markup.ts'

test('interpolated text is escaped in elements and attributes', () => {
  const name = `"><script>alert('x')</script>&`
  expect(markup`<a title="${name}">${name}</a>`.toString()).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
  )
})

test('nested markup is inserted unescaped, alone and in lists, and null renders nothing', () => {
  const items = ['a', '<b>'].map(text => markup`<li>${text}</li>`)
  expect(markup`<ul>${items}${null}${0}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li>0</ul>')
})
