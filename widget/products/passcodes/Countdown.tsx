import { type ReactNode, useEffect, useState } from 'react'
import { Filled } from '../../form/index.ts'
import { clockText, secondsUntil } from './countdown.ts'
import { useTexts } from './use-texts.ts'

type Props = {
  /** Epoch milliseconds. Compared with the clock, so that a tab that was suspended shows the right time afterwards. */
  expiresAt: number
  /** Button for a new code within the text. */
  resend: ReactNode
}

/** Remaining validity of the code. Screen readers announce its end rather than every second (role timer). */
export const Countdown = ({ expiresAt, resend }: Props) => {
  const texts = useTexts()
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt, Date.now()))
  useEffect(() => {
    const look = () => setSeconds(secondsUntil(expiresAt, Date.now()))
    look()
    const timer = setInterval(look, 1_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [expiresAt])

  const isOver = seconds === 0
  return (
    <p className="siw-text siw-small" role="timer" aria-live={isOver ? 'polite' : 'off'}>
      <Filled
        text={isOver ? texts.passcode.expired : texts.passcode.expires}
        values={{ time: clockText(seconds), resend }}
      />
    </p>
  )
}
