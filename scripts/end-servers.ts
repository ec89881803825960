import { endServers } from '@corroborate/server-kit/testing/server'
import { afterAll } from 'vitest'

// Stops servers left running by a test file, which would otherwise run forever.
afterAll(endServers)
