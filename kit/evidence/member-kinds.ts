/** What the name of a JSON member, form field or query parameter says of its value. */
export type MemberKind = 'secret' | 'code' | 'name' | 'phone' | 'checkout' | 'identifier' | 'message' | 'plain'

const SECRET =
  /secret|token|apikey|appkey|signingkey|privatekey|accesskey|password|passwd|signature|authorization|bearer|cvv|cvc|cardnumber/
const CODE = /^(code|otp|pin|passcode)$|(otp|pin|verification|auth|confirmation|security|pass)code$/
const NAME = /^(first|last|middle|full|given|family|customer|payer|cardholder|contactprofile|profile)name$|^surname$/
const PHONE =
  /(phone|phonenumber|msisdn|recipients?|mobile|mobilenumber|displaynumber|waid)$|^(to|from|contact|destination|receiver|subscriber)$/
const CHECKOUT = /(checkout|hosted|pay(ment)?)(page)?(url|link|uri)$/
const IDENTIFIER =
  /^(amount|currency|status|version|event)$|(^|[^a-z0-9])(ids?|uuid|at|date|time|amount|key|reset)$|(reference|timestamp|amount)$/
const MESSAGE = /(message|msg|template|text|content|body)$/

/** Letter case and separators do not matter: `customer.first_name`, `firstName` and `FIRSTNAME` are one. */
export function kindOfMember(name: string): MemberKind {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (SECRET.test(plain)) return 'secret'
  if (CODE.test(plain)) return 'code'
  if (NAME.test(plain)) return 'name'
  if (PHONE.test(plain)) return 'phone'
  if (CHECKOUT.test(plain)) return 'checkout'
  if (MESSAGE.test(plain)) return 'message'
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return IDENTIFIER.test(words) ? 'identifier' : 'plain'
}

/** The same, remembering the names that it was asked for: one text repeats a few of them. */
export function kindsByName(): (name: string) => MemberKind {
  const known = new Map<string, MemberKind>()
  return (name) => {
    const kind = known.get(name) ?? kindOfMember(name)
    known.set(name, kind)
    return kind
  }
}
