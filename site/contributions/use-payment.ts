import { useEffect, useState } from 'react'
import { type Amount, stepOf, unitsIn } from '../amounts/index.ts'
import { countUp, readDetails } from './browser/index.ts'
import type { SessionDetails } from './model.ts'

/** How long the number stays highlighted (SPEC §9), in ms. */
const highlightMs = 2_000

export type Payment = {
  /** What is in the fund, as it is shown now. */
  total: readonly Amount[]
  isHighlighted: boolean
  /** What has just been paid into this fund. */
  paid: Amount | null
}

/**
 * Adds the payment that the page's address names to what is in a fund, and highlights it for two seconds (SPEC §9). What was booked
 * before the page was made is in the number already, and is not added again; a payment for another fund adds nothing.
 * @param doi the paper's; null for the pool
 */
export const usePayment = (doi: string | null, total: readonly Amount[]): Payment => {
  const [shown, show] = useState<Payment>({ total, isHighlighted: false, paid: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page was sent with.
  useEffect(() => {
    let end = () => {}
    void readDetails().then(details => {
      if (details?.status !== 'success' || details.doi !== doi || details.total === null) return
      const paid = moneyOf(details)
      // Awarded, or gone back, since: the number has nothing of it to show.
      if (!holds(details.total, paid)) return
      const sum = details.total
      const stop = countUp(without(sum, paid), sum, total => show({ total, isHighlighted: true, paid }))
      const timer = setTimeout(() => show({ total: sum, isHighlighted: false, paid }), highlightMs)
      end = () => {
        stop()
        clearTimeout(timer)
      }
    })
    return () => end()
  }, [])
  return shown
}

const moneyOf = ({ amount, currency }: SessionDetails): Amount => {
  const step = stepOf(currency)
  return { amount: Math.round((amount * unitsIn(currency)) / step) * step, currency }
}

const holds = (total: readonly Amount[], { amount, currency }: Amount): boolean =>
  total.some(of => of.currency === currency && of.amount >= amount)

const without = (total: readonly Amount[], paid: Amount): Amount[] =>
  total.map(of => (of.currency === paid.currency ? { ...of, amount: of.amount - paid.amount } : of))
