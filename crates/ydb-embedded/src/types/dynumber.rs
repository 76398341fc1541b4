//! DyNumber: decimal numbers of up to 38 digits, and bytes that sort like the numbers.
//!
//! A number is written as `0.digits` times a power of ten, without zeros at the end of the digits: 12.5 is `.125e2`.
//! Its bytes are
//!
//! ```text
//! 0                      01
//! positive               02, power + 129, digits in pairs, one in each half of a byte
//! negative               00, 126 - power, the same digits with all bits flipped
//! ```
//!
//! For example, 1 (`.1e1`) is `02 82 10` and -1 is `00 7d ef`. A greater power makes a positive number greater and a
//! negative number smaller. The flipped bits have the same effect for the digits of negative numbers.

/// Returns the sortable bytes of the number in a text; `None` if it is not a number or has too many digits.
pub fn encode(text: &str) -> Option<Vec<u8>> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.is_empty() {
        return None;
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i16>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let significant = if whole.is_empty() { fraction.trim_start_matches('0') } else { fraction };
    if whole.is_empty() && significant.is_empty() {
        return Some(vec![1]);
    }
    if whole.len() + fraction.len() > 38 {
        return None;
    }
    let zeros = if whole.is_empty() { fraction.len() - significant.len() } else { 0 };
    let power = i32::from(exponent) + whole.len() as i32 - zeros as i32;
    if !(-129..=126).contains(&power) {
        return None;
    }
    let digits = format!("{whole}{significant}");
    let mut digits: Vec<u8> = digits.trim_end_matches('0').bytes().map(|byte| byte - b'0').collect();
    if digits.len() % 2 == 1 {
        digits.push(0);
    }
    let (sign, power, flip) = if negative { (0, 126 - power, 0xFF) } else { (2, power + 129, 0) };
    let pairs = digits.chunks_exact(2).map(|pair| ((pair[0] << 4) | pair[1]) ^ flip);
    Some([sign, power as u8].into_iter().chain(pairs).collect())
}

/// Returns the text of sortable bytes as YDB prints it: `.15e1` for 1.5.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let (negative, power, pairs) = match bytes {
        [1] => return Some("0".to_owned()),
        [0, power, pairs @ ..] => (true, 126 - i32::from(*power), pairs),
        [2, power, pairs @ ..] => (false, i32::from(*power) - 129, pairs),
        _ => return None,
    };
    let flip = if negative { 0xFF } else { 0 };
    let mut text = if negative { "-.".to_owned() } else { ".".to_owned() };
    for (i, &pair) in pairs.iter().enumerate() {
        let (first, second) = ((pair ^ flip) >> 4, (pair ^ flip) & 15);
        text.push(char::from_digit(first.into(), 10)?);
        if second != 0 || i + 1 < pairs.len() {
            text.push(char::from_digit(second.into(), 10)?);
        }
    }
    if power != 0 {
        text.push_str(&format!("e{power}"));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        let normalize = |text: &str| decode(&encode(text)?);
        assert_eq!(normalize("1.5").as_deref(), Some(".15e1"));
        assert_eq!(normalize("1.50e0").as_deref(), Some(".15e1"));
        assert_eq!(normalize("-0.001").as_deref(), Some("-.1e-2"));
        assert_eq!(normalize("100").as_deref(), Some(".1e3"));
        assert_eq!(normalize("0.12").as_deref(), Some(".12"));
        assert_eq!(normalize("000.0").as_deref(), Some("0"));
        for bad in ["", "-", "x", "1e", "1e200", "123456789012345678901234567890123456789"] {
            assert_eq!(normalize(bad), None, "{bad}");
        }
    }

    #[test]
    fn bytes_are_those_of_ydb() {
        assert_eq!(encode("0"), Some(vec![1]));
        // 1 is `.1e1`: exponent 1 + 129, digit 1 and the filler 0.
        assert_eq!(encode("1"), Some(vec![2, 130, 0x10]));
        assert_eq!(encode("-1"), Some(vec![0, 125, 0xEF]));
    }

    #[test]
    fn bytes_sort_as_the_numbers_do() {
        let ascending = ["-1e10", "-12", "-1.5", "-1", "-0.1", "0", "0.01", "0.1", "1", "1.5", "9", "10", "1e20"];
        let bytes: Vec<_> = ascending.iter().map(|text| encode(text).expect("a number")).collect();
        assert!(bytes.is_sorted());
    }
}
