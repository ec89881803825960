import type { Field, Form } from '../page.ts'

/** Form of an act. Destructive or rare acts are collapsed. */
export const ActForm = ({ form }: { form: Form }) => {
  const { folded } = form
  if (folded === undefined) return <FormBody form={form} />
  return (
    <details className={`fold ${form.tone ?? 'plain'}`}>
      <summary>{folded}</summary>
      <FormBody form={form} />
    </details>
  )
}

const FormBody = ({ form }: { form: Form }) => {
  const { action, submit, tone = 'plain', help, groups, hidden = {}, sendsFiles = false } = form
  return (
    <form className="act" method="post" action={action} encType={sendsFiles ? 'multipart/form-data' : undefined}>
      {help !== undefined && <p className="soft">{help}</p>}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {groups.map(({ legend, fields }, index) => {
        const rows = fields.map(field => <FieldRow key={field.name} field={field} />)
        return legend === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <div className="fields" key={index}>
            {rows}
          </div>
        ) : (
          <fieldset key={legend}>
            <legend>{legend}</legend>
            <div className="fields">{rows}</div>
          </fieldset>
        )
      })}
      <button type="submit" className={tone === 'plain' ? undefined : tone}>
        {submit}
      </button>
    </form>
  )
}

/** A label around its control: it needs no id, which the same form in several rows would repeat. */
export const FieldRow = ({ field }: { field: Field }) => {
  const { label, help, type } = field
  if (type === 'check') {
    return (
      <label className="check">
        <input type="checkbox" name={field.name} value="on" defaultChecked={field.value === 'on'} />
        <span>
          {label}
          {help !== undefined && <small>{help}</small>}
        </span>
      </label>
    )
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Control is the input
    <label className="ask">
      <span>{label}</span>
      <Control field={field} />
      {help !== undefined && <small>{help}</small>}
    </label>
  )
}

const Control = ({ field }: { field: Field }) => {
  const { name, type, options = [], value, required } = field
  const shared = { name, required, defaultValue: value }
  switch (type) {
    case 'choice':
      return (
        <select {...shared}>
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )
    case 'lines':
      return <textarea {...shared} rows={2} spellCheck={false} />
    case 'file':
      return <input name={name} type="file" required={required} />
    case 'code':
      return <input {...shared} type="text" inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
    case 'secret':
      return <input {...shared} type="password" autoComplete="off" />
    case 'password':
      return <input {...shared} type="password" autoComplete="current-password" />
    case 'new-password':
      return <input {...shared} type="password" autoComplete="new-password" />
    case 'email':
      return <input {...shared} type="email" autoComplete="username" />
    case 'date':
      return <input {...shared} type="date" />
    default:
      return <input {...shared} type="text" autoComplete="off" spellCheck={false} />
  }
}
