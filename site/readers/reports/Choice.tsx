type Props<Value extends string> = {
  name: string
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: Value | ''
  problem: string | undefined
  choose: (value: Value) => void
  /** Side by side, for short labels. */
  inRow?: boolean
}

export const Choice = <Value extends string>({
  name,
  legend,
  options,
  value,
  problem,
  choose,
  inRow,
}: Props<Value>) => (
  <fieldset className={`asked choice${inRow ? ' in-row' : ''}`} aria-describedby={problem && `report-${name}-problem`}>
    <legend>{legend}</legend>
    <div className="choice-options">
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => choose(option.value)}
            aria-invalid={problem !== undefined}
          />
          <span>
            {option.label}
            {option.hint !== undefined && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </div>
    {problem !== undefined && (
      <p className="problem" id={`report-${name}-problem`}>
        {problem}
      </p>
    )}
  </fieldset>
)
