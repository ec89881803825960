import { LinkedText } from './LinkedText.tsx'
import { Mark } from './Mark.tsx'

type Props = { variant?: 'error' | 'warning' | 'success'; children: string }

/** A message that belongs to no field. */
export const Alert = ({ variant = 'error', children }: Props) => (
  <div className={`siw-alert siw-alert-${variant}`} role={variant === 'success' ? 'status' : 'alert'}>
    <Mark of={variant} />
    <span>
      <LinkedText>{children}</LinkedText>
    </span>
  </div>
)
