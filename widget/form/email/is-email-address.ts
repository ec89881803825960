/** True if the text looks like an email address. The provider validates the rest. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text)
