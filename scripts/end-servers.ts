import { endServers } from '@corroborate/server-kit/testing/server'
import { afterAll } from 'vitest'

// Servers that a file of tests left running are ended after it: one that outlives its test would run until somebody finds it.
afterAll(endServers)
