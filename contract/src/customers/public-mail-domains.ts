/**
 * Domains of public mail providers, which no customer may register: their provider could then vouch for strangers. Those offered under many
 * endings (`yahoo.co.uk`) are listed by their first label.
 */
const domains = new Set(
  `126.com 163.com aim.com aol.com bluewin.ch bigpond.com btinternet.com comcast.net cox.net daum.net docomo.ne.jp earthlink.net
  fastmail.com fastmail.fm foxmail.com free.fr freenet.de googlemail.com gmail.com hanmail.net hey.com home.no hushmail.com
  icloud.com inbox.com interia.pl laposte.net libero.it live.no mac.com mail.com mail.de mail.ru me.com msn.com naver.com o2.pl
  online.no onet.pl op.pl orange.fr passport.com pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rediffmail.com
  rocketmail.com runbox.com seznam.cz sfr.fr shaw.ca sina.com sohu.com t-online.de telenor.no telia.com terra.es tele2.no tiscali.it
  tuta.com tuta.io tutamail.com tutanota.com tutanota.de verizon.net virgilio.it wanadoo.fr web.de wp.pl yandex.com yandex.ru yeah.net
  ymail.com zoho.com zohomail.com zohomail.eu`.split(/\s+/),
)

const brands = new Set(['gmx', 'hotmail', 'live', 'outlook', 'yahoo', 'ymail', 'yandex'])

/** Some endings have two labels, such as `co.uk` and `com.br`. */
const isEnding = (rest: readonly string[]) =>
  rest.length === 1 || (rest.length === 2 && ['ac', 'co', 'com', 'ne', 'net', 'or', 'org'].includes(rest[0] ?? ''))

/** True for a domain (ASCII, lower case) of a public mail provider. */
export function isPublicMailDomain(domain: string): boolean {
  const [brand = '', ...rest] = domain.split('.')
  return domains.has(domain) || (brands.has(brand) && isEnding(rest))
}
