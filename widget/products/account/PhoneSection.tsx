import { useState } from 'react'
import { TextField, useElementId, useWidget } from '../../form/index.ts'
import { AddByCode } from './AddByCode.tsx'
import { Removable } from './Removable.tsx'
import { Tool } from './Row.tsx'
import { Section } from './Section.tsx'
import type { SectionProps } from './section-props.ts'
import { useTexts } from './texts.ts'
import { typedNumber } from './typed-number.ts'

/** Numbers, and a way to add one on pages that log people in by phone. */
export const PhoneSection = ({ user: { phone_numbers: numbers } }: SectionProps) => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const hint = useElementId()
  const [isAdding, setAdding] = useState(false)
  const { locale } = settings
  const channel = settings.otpOptions.methods.find(method => method !== 'email')
  const canAdd = settings.products.includes('otp') && channel !== undefined
  if (numbers.length === 0 && !canAdd) return null
  return (
    <Section title={texts.phoneNumbers}>
      <ul className="siw-account-list">
        {numbers.map(({ phone_id, phone_number, verified }) => (
          <Removable
            key={phone_id}
            name={phone_number}
            mark={verified ? undefined : texts.unconfirmed}
            remove={() => client.user.deletePhoneNumber(phone_id)}
          />
        ))}
      </ul>
      {isAdding && channel !== undefined && (
        <AddByCode
          field={(value, onText, error) => (
            <>
              <TextField
                label={texts.newPhoneNumber}
                type="tel"
                name="phone"
                autoComplete="tel"
                maxLength={32}
                autoFocus
                required
                value={value}
                onText={onText}
                error={error}
                aria-describedby={hint}
              />
              <p id={hint} className="siw-small">
                {texts.phoneHint}
              </p>
            </>
          )}
          send={number => client.otps[channel].send(typedNumber(number), locale === undefined ? {} : { locale })}
          onClose={() => setAdding(false)}
        />
      )}
      {canAdd && !isAdding && <Tool onClick={() => setAdding(true)}>{texts.addPhoneNumber}</Tool>}
    </Section>
  )
}
