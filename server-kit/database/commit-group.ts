import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSqliteBusy, RolledBack } from './sql-errors.ts'

type Batch = { committed: Promise<void>; succeed: () => void; fail: (reason: unknown) => void; due: boolean }

/**
 * Group commit for SQLite's single writer connection: writers of this process take turns, and those that arrive in the same event loop turn
 * share one COMMIT. A durable commit waits for the disk, so sharing it makes many small writes fast. Members learn of success only after
 * that COMMIT; a failing member undoes only its own work (its SAVEPOINT, or SQLite's statement rollback).
 */
export class CommitGroup {
  /** Timeout for other writing processes and for members of this one, in ms. */
  patience: number
  readonly #writer: DatabaseSync
  readonly #beginImmediate: StatementSync
  readonly #commitAll: StatementSync
  readonly #waiting: { proceed: () => void; giveUp: (reason: Error) => void }[] = []
  #occupied = false
  #batch: Batch | null = null

  constructor(writer: DatabaseSync, patience: number) {
    this.#writer = writer
    this.#beginImmediate = writer.prepare('begin immediate')
    this.#commitAll = writer.prepare('commit')
    this.patience = patience
  }

  /** Waits for this member's turn with an open transaction. No other member writes until `leave`. */
  async enter(): Promise<void> {
    await this.#takeTurn()
    if (this.#batch !== null) return
    try {
      await this.#begin()
    } catch (error) {
      this.#giveTurn()
      throw error
    }
  }

  /** Ends this member's turn. Resolves when its work is on the disk; rejects when the common COMMIT failed. */
  leave(): Promise<void> {
    const batch = this.#batch
    if (batch === null) return Promise.reject(new Error('No transaction is open.'))
    if (!this.#writer.isTransaction) {
      // SQLite rolled back the whole transaction, such as on a full disk, including earlier members' work.
      this.#endBatch(batch, new RolledBack('SQLite rolled back the transaction.'))
    } else if (batch.due) this.#commit(batch)
    this.#giveTurn()
    return batch.committed
  }

  /** Runs `work` exclusively without an open transaction, for statements that cannot run in one. */
  async alone<R>(work: () => R): Promise<R> {
    await this.#takeTurn()
    try {
      if (this.#batch !== null) this.#commit(this.#batch)
      return work()
    } finally {
      this.#giveTurn()
    }
  }

  async #takeTurn(): Promise<void> {
    if (!this.#occupied) {
      this.#occupied = true
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const member = { proceed: resolve, giveUp: reject }
    this.#waiting.push(member)
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(member), 1)
      member.giveUp(
        new Error(`Waited ${this.patience} ms to write: a transaction stays open, or writes outside its own handle.`),
      )
    }, this.patience)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #giveTurn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#occupied = false
    else next.proceed()
  }

  async #begin(): Promise<void> {
    const deadline = performance.now() + this.patience
    // SQLite's own wait blocks the process, so it waits only briefly there and retries here.
    for (;;) {
      try {
        this.#beginImmediate.run()
        break
      } catch (error) {
        if (!isSqliteBusy(error) || performance.now() > deadline) throw error
        await sleep(5)
      }
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const batch: Batch = { committed: promise, succeed: resolve, fail: reject, due: false }
    this.#batch = batch
    setImmediate(() => {
      if (this.#batch !== batch) return
      if (this.#occupied) batch.due = true
      else this.#commit(batch)
    })
  }

  #commit(batch: Batch): void {
    try {
      this.#commitAll.run()
      this.#endBatch(batch, null)
    } catch (error) {
      if (this.#writer.isTransaction) this.#writer.exec('rollback')
      this.#endBatch(batch, error)
    }
  }

  #endBatch(batch: Batch, failure: unknown): void {
    this.#batch = null
    if (failure === null) batch.succeed()
    else batch.fail(failure)
  }
}
