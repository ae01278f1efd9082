import { REBuilder } from 'linkify-it';

/**
 * The library's rules, made stricter. The library leaves doubtful cases alone, because it makes links that people click. Here a
 * phone must not make a link out of what remains, so doubtful cases count as links, and e-mail addresses are recognised more
 * often, because they stay.
 */
export class StrictRules extends REBuilder {
  /** A host also ends before a hyphen, an underscore or a wrong port. It does not end before a dot and a letter. */
  override get_host_terminator(): RegExp {
    const end = `(?=$|${this.get_text_separators().source}|${this.src_ZPCc})`;
    return this.rule('src_host_terminator', `${end}(?!\\.(?!$|${this.src_ZPCc}))`);
  }

  /** A host without a scheme may have a port, and may be `localhost`, `www.` and any name, or an IPv6 address. */
  override get_fuzzy_url_host_port(): RegExp {
    const labels = `(?:${this.get_domain().source}[.])`;
    const hosts = [
      this.get_ipv4_addr().source,
      // An IPv6 address without any digit is rather C++ than an address.
      `(?=[0-9a-f:.]{0,45}[0-9])${this.get_ipv6_addr().source}`,
      this.get_ipv6_url_host().source,
      'localhost',
      `www[.]${labels}{0,9}${this.get_domain_root().source}`,
      `${labels}{1,10}(?:${this.get_tld().source})`,
    ];
    const end = this.get_port().source + this.get_host_terminator().source;
    return this.rule('fuzzy_url_host_port', `(?:${hosts.join('|')})${end}`);
  }

  /** A link may follow any character that is not part of a word. A dot or a hyphen within a word is part of a name. */
  override get_fuzzy_link_search(): RegExp {
    const symbols = '[$+<=>^`|\\uff5c]';
    const before = `^|${symbols}|(?![.@\\-])(?:${this.src_ZPCc})|(?<!${this.get_pseudo_letter().source})[.\\-]`;
    const link = `(?!${symbols})${this.get_fuzzy_url_host_port().source}${this.get_path().source}`;
    return this.rule('link_fuzzy_search', `(${before})${link}`, 'ig');
  }

  /** A scheme may follow a letter, as in `seehttp://`. */
  override get_schema_search(): RegExp {
    return this.rule('schema_search', `()(${this.get_schema_names().source})`, 'ig');
  }

  /**
   * The host of an e-mail address may have as many parts as that of a link, so that neither is taken for the other. What comes
   * before `://` is no host, and neither is a name with `=` and the like, behind which a link may begin.
   */
  override get_fuzzy_mail_host(): RegExp {
    const label = `(?:(?![$+=^\`|~])${this.get_pseudo_letter().source}|-){1,63}`;
    const named = `(?:${label}[.]){1,10}${label}`;
    const host = `(?:${this.get_ipv6_mail_host().source}|${named})${this.get_host_terminator().source}(?!:\\/\\/)`;
    return this.rule('src_fuzzy_mail_host', host);
  }

  /** The name of an e-mail address may have letters of any script. */
  override get_mail_name(): RegExp {
    const letter = `(?:[-!#$%&'*+/=?^_\`{|}~a-z0-9]|(?!${this.src_ZPCc})[\\u0080-\\uffff])`;
    return this.rule('src_mail_name', `${letter}(?:${letter}|[.](?=${letter})){0,63}`);
  }

  /** An e-mail address may follow any character that its name cannot have, such as a colon. */
  override get_mail_name_validator(): RegExp {
    const before = `^|${this.src_ZCc}|[()<>\\[\\]:;,."@\\\\]|(?![!-~])(?:${this.src_P})`;
    return this.rule('mail_name_validator', `(?:${before})(${this.get_mail_name().source})$`, 'i');
  }

  /** Makes an expression once, as the library does. All of its repeats are bounded. */
  private rule(name: string, source: string, flags = ''): RegExp {
    return (this.cache[name] ??= new RegExp(source, flags));
  }
}
