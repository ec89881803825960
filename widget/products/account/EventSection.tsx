import type { AccountEvent } from '@corroborate/wire/types'
import { useState } from 'react'
import { fill, useWidget } from '../../form/index.ts'
import type { AccountTexts } from './en.ts'
import { Row, Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import { useTexts, useTimes } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import { Waiting } from './Waiting.tsx'
import { deviceInWords, whereabouts } from './whereabouts.ts'

const shownAtFirst = 5

export const EventSection = () => {
  const { client } = useWidget()
  const texts = useTexts()
  const inWords = useTimes()
  const [isWhole, setWhole] = useState(false)
  const { value, ...waiting } = useLoaded(() => client.account.events())
  // A newer provider may list events unknown to this page.
  const events = value?.filter(({ action }) => action in texts) ?? []
  const shown = isWhole ? events : events.slice(0, shownAtFirst)
  return (
    <Section title={texts.events}>
      {value === null && <Waiting {...waiting} />}
      {value !== null && events.length === 0 && <p>{texts.noEvents}</p>}
      <ul className="siw-account-list">
        {shown.map(event => (
          <Row
            key={event.event_id}
            text={eventInWords(event, texts)}
            note={whereabouts([`${inWords(event.at)} · ${deviceInWords(event.device, texts)}`, event.network], texts)}
          />
        ))}
      </ul>
      {events.length > shown.length && <Tool onClick={() => setWhole(true)}>{texts.showAll}</Tool>}
    </Section>
  )
}

const eventInWords = ({ action, factor, by_operator }: AccountEvent, texts: AccountTexts): string => {
  const what = texts[action]
  if (factor !== null) return fill(texts.eventWith, { event: what, proof: texts[`proof.${factor}`] })
  return by_operator ? `${what} (${texts.byOperator})` : what
}
