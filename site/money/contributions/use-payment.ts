import { useEffect, useState } from 'react'
import type { Amount } from '../../kit/amounts/index.ts'
import { countUp, readDetails } from './browser/index.ts'
import { justPaid } from './just-paid.ts'

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
 * @param sessionDetails where the state of a payment is read
 */
export const usePayment = (doi: string | null, total: readonly Amount[], sessionDetails: string): Payment => {
  const [shown, show] = useState<Payment>({ total, isHighlighted: false, paid: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page was sent with.
  useEffect(() => {
    let end = () => {}
    void readDetails(sessionDetails).then(details => {
      const told = justPaid(details, doi)
      if (told === null) return
      const { paid, total: sum } = told
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

const without = (total: readonly Amount[], paid: Amount): Amount[] =>
  total.map(of => (of.currency === paid.currency ? { ...of, amount: of.amount - paid.amount } : of))
