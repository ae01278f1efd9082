import ipaddr from 'ipaddr.js';

/** One line that names the setting. */
export class WrongSetting extends Error {
  constructor(
    readonly setting: string,
    problem: string,
  ) {
    super(`${setting} ${problem}`);
  }
}

/** Reads settings by name and kind. An empty one counts as not set. */
export class Settings {
  constructor(private readonly env: NodeJS.ProcessEnv) {}

  refuse(name: string, problem: string): never {
    throw new WrongSetting(name, problem);
  }

  text(name: string, standard: string): string {
    return this.optional(name) ?? standard;
  }

  /** Null: not set. */
  optional(name: string): string | null {
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  integer(name: string, standard: number, min: number, max = Number.MAX_SAFE_INTEGER): number {
    return this.optionalInteger(name, min, max) ?? standard;
  }

  optionalInteger(name: string, min: number, max: number): number | null {
    const value = this.optional(name);
    if (value === null) return null;
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    if (!(number >= min && number <= max)) {
      this.refuse(name, `must be a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}, not "${value}"`);
    }
    return number;
  }

  flag(name: string, standard: boolean): boolean {
    const value = this.oneOf(name, ['on', 'off', 'true', 'false', '1', '0'], standard ? 'on' : 'off');
    return value === 'on' || value === 'true' || value === '1';
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], standard: Value): Value {
    const given = this.optional(name);
    if (given === null) return standard;
    return values.find((value) => value === given) ?? this.refuse(name, `must be one of ${values.join(', ')}, not "${given}"`);
  }

  list(name: string): string[] {
    const parts = this.optional(name)?.split(',') ?? [];
    return parts.map((part) => part.trim()).filter((part) => part !== '');
  }

  /** The value itself is never repeated: it may hold a password. */
  url(name: string, protocols: readonly string[]): string | null {
    const value = this.optional(name);
    if (value === null) return null;
    const protocol = URL.canParse(value) ? new URL(value).protocol : null;
    if (protocol === null || !protocols.includes(protocol)) {
      this.refuse(name, `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    }
    return value;
  }

  urlOrOff(name: string, standard: string): string | null {
    if (this.optional(name) === 'off') return null;
    return (this.url(name, ['http:', 'https:']) ?? standard).replace(/\/$/, '');
  }

  origins(name: string): string[] {
    return this.list(name).map((origin) => {
      const parsed = URL.canParse(origin) ? new URL(origin).origin : 'null';
      return parsed === 'null' ? this.refuse(name, `must list origins such as https://shop.example, not "${origin}"`) : parsed;
    });
  }

  /** A hop count can be forged, so that only subnets are taken. */
  subnets(name: string): string[] {
    if (this.optional(name) === 'off') return [];
    return this.list(name).map((subnet) => {
      if (!isAddress(subnet.replace(/\/\d+$/, '')) || !(ipaddr.isValidCIDR(subnet) || ipaddr.isValid(subnet))) {
        this.refuse(name, `must be off or list subnets such as 10.0.0.0/8, not "${subnet}"`);
      }
      return subnet;
    });
  }
}

/** `1` is an IPv4 address to some, and a hop count to others. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
