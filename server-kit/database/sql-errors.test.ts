import { describe, expect, test } from 'vitest'
import {
  CommitUnknown,
  isConnectionLost,
  isDatabaseUnavailable,
  isOutdatedPlan,
  isSqliteBusy,
  isUniqueViolation,
  Outdated,
  RolledBack,
} from './sql-errors.ts'

const sqlite = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode })
const postgres = (code: string, more: object = {}) => Object.assign(new Error('of PostgreSQL'), { code, ...more })

// Clients retry a 503 with `Retry-After`. Any other status is a client or server error to them.
describe('retryable database errors', () => {
  test.each<[string, unknown, boolean]>([
    ['SQLite’s file is written by another process', sqlite(5), true],
    ['the same, with more said', sqlite(5 | (2 << 8)), true],
    ['SQLite’s disk is full', sqlite(13), true],
    ['SQLite cannot read or write its disk', sqlite(10 | (3 << 8)), true],
    ['SQLite’s file is read-only', sqlite(8), true],
    ['SQLite’s file cannot be opened', sqlite(14), true],
    ['SQLite’s file is damaged', sqlite(11), false],
    ['SQLite undid the transaction by itself', new RolledBack('x'), true],
    ['a key is taken in SQLite', sqlite(1555), false],
    ['what a transaction decided on has changed', new Outdated('x'), true],
    ['a failure to serialise', postgres('40001'), true],
    ['a deadlock', postgres('40P01'), true],
    ['a constraint that is checked at the end', postgres('40002'), false],
    ['the connection failed', postgres('08006'), true],
    ['a row is locked', postgres('55P03'), true],
    ['the server is being stopped', postgres('57P01'), true],
    ['the server has crashed', postgres('57P02'), true],
    ['the server is starting', postgres('57P03'), true],
    ['a statement took too long', postgres('57014'), true],
    ['nobody knows whether it was stored', new CommitUnknown('x'), true],
    ['the server’s network is not there', postgres('EHOSTUNREACH'), true],
    ['the connection broke while it was written to', postgres('EPIPE'), true],
    ['too many connections', postgres('53300'), true],
    ['PostgreSQL’s disk is full', postgres('53100'), true],
    ['PostgreSQL has no memory', postgres('53200'), true],
    ['PostgreSQL cannot read or write its disk', postgres('58030'), true],
    ['a standby that only reads', postgres('25006'), true],
    ['nobody listens', postgres('ECONNREFUSED'), true],
    ['the connection was reset', postgres('ECONNRESET'), true],
    ['nothing answers', postgres('ETIMEDOUT'), true],
    ['no such host', postgres('ENOTFOUND'), true],
    ['the connection is ended', postgres('28000', { severity: 'FATAL' }), true],
    ['the statement is wrong', postgres('42601', { severity: 'ERROR' }), false],
    ['a code within another', postgres('x08006'), false],
    ['the code of a deadlock within another', postgres('x40001'), false],
    ['a code with more behind it', postgres('533001'), false],
    ['pg lost its connection', new Error('Connection terminated unexpectedly'), true],
    ['pg’s connection is broken', new Error('Client has encountered a connection error and is not queryable'), true],
    ['pg waited for a connection', new Error('timeout exceeded when trying to connect'), true],
    ['a message that tells of one', new Error('So it said: Connection terminated'), false],
    ['what says so and is no error', { message: 'Connection terminated' }, false],
    ['nothing', null, false],
    ['a text', 'ECONNREFUSED', false],
    ['nothing at all', undefined, false],
  ])('retryable error: %s', (_, error, expected) => expect(isDatabaseUnavailable(error)).toBe(expected))
})

// These are safe to retry on another connection.
test.each<[string, unknown, boolean]>([
  ['the server is being stopped', postgres('57P01'), true],
  ['the connection was reset', postgres('ECONNRESET'), true],
  ['pg lost its connection', new Error('Connection terminated unexpectedly'), true],
  ['a server that lets nobody in', postgres('53300', { severity: 'FATAL' }), true],
  ['nobody knows whether it was stored', new CommitUnknown('x', { cause: postgres('ECONNRESET') }), false],
  ['a statement took too long', postgres('57014', { severity: 'ERROR' }), false],
  ['a standby that only reads', postgres('25006', { severity: 'ERROR' }), false],
  ['a key is taken', postgres('23505', { severity: 'ERROR' }), false],
])('lost connection error: %s', (_, error, expected) => expect(isConnectionLost(error)).toBe(expected))

test.each<[string, (error: unknown) => boolean, unknown, boolean]>([
  ['busy', isSqliteBusy, sqlite(5), true],
  ['busy, in the low byte alone', isSqliteBusy, sqlite(0x605), true],
  ['not busy', isSqliteBusy, sqlite(0x506), false],
  ['not busy, with a code of PostgreSQL', isSqliteBusy, postgres('5'), false],
  ['a key that is taken', isUniqueViolation, sqlite(1555), true],
  ['a value that must be the only one', isUniqueViolation, sqlite(2067), true],
  ['the same in PostgreSQL', isUniqueViolation, postgres('23505'), true],
  ['no row that is referred to', isUniqueViolation, postgres('23503'), false],
  ['the same in SQLite', isUniqueViolation, sqlite(787), false],
  ['a plan of before a migration', isOutdatedPlan, postgres('0A000', { routine: 'RevalidateCachedQuery' }), true],
  ['something else that is not supported', isOutdatedPlan, postgres('0A000', { routine: 'other' }), false],
  ['another error in the same place', isOutdatedPlan, postgres('42P01', { routine: 'RevalidateCachedQuery' }), false],
])('%s is recognized', (_, is, error, expected) => expect(is(error)).toBe(expected))
