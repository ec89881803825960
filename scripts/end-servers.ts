import { endServers } from '@corroborate/server-kit/testing/server'
import { afterAll } from 'vitest'

// After each file of tests, whatever came of its own stops: a server that outlives its test would be there until somebody finds it.
afterAll(endServers)
