import { useEffect, useState } from 'react'
import type { Amount } from '../../kit/amounts/index.ts'
import { countUp, readDetails } from './browser/index.ts'
import { justPaid } from './just-paid.ts'

/** Duration of the highlight (SPEC §9), in ms. */
const highlightMs = 2_000

export type Payment = {
  /** Displayed balance of the fund. */
  total: readonly Amount[]
  isHighlighted: boolean
  /** Payment just made into this fund. */
  paid: Amount | null
}

/**
 * Adds the payment from the page's URL to the fund's balance and highlights it for two seconds (SPEC §9). A payment booked before the page
 * was rendered is already included; one for another fund adds nothing.
 * @param doi the paper's; null for the pool
 * @param sessionDetails URL of the payment status
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
