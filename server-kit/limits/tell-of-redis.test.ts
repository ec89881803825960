import { expect, test } from 'vitest'
import { testLogger } from '../testing/index.ts'
import { logRedisState } from './create-limits.ts'

test('losing and regaining Redis are each logged once, and the first connection is not', () => {
  const { logger, lines } = testLogger()
  const tell = logRedisState(logger)
  const said = () => lines.splice(0).map(line => String(line.msg).split(':')[0])
  tell.here()
  expect(said()).toEqual([])
  for (let attempt = 0; attempt < 3; attempt++) tell.gone(new Error('refused'))
  expect(said()).toEqual(['Redis does not answer'])
  tell.here()
  tell.here()
  expect(said()).toEqual(['Redis answers again'])
  tell.gone(new Error('refused'))
  expect(said()).toEqual(['Redis does not answer'])
})
