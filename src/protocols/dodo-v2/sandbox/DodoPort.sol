// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external;
}

/// @notice A port, not DODO's code: a pool of its second version with the real interface and integers, limited to
/// swaps. A vending machine, or a pool that stores targets and which token is short, as stable and private pools do.
/// Its code is of before 2024-01-14, or of later: then it refuses to sell so much that nothing would remain. Shares,
/// flash loans and prices over time are left out; the trader is the caller.
contract DodoPort {
    enum Short {
        NEITHER,
        BASE,
        QUOTE
    }

    struct Pool {
        uint256 i;
        uint256 k;
        uint256 base;
        uint256 quote;
        uint256 baseTarget;
        uint256 quoteTarget;
        Short short;
    }

    uint256 private constant ONE = 1e18;
    uint256 private constant ONE2 = 1e36;
    address private constant MAINTAINER = address(0xfee);

    ICoin public immutable _BASE_TOKEN_;
    ICoin public immutable _QUOTE_TOKEN_;
    bool private immutable vending;
    bool private immutable keepsRest;
    Pool private pool;
    uint256 private lpFee;
    uint256 private mtFee;
    address private special;
    uint256 private specialFee;

    constructor(ICoin base, ICoin quote, bool vending_, bool keepsRest_) {
        (_BASE_TOKEN_, _QUOTE_TOKEN_, vending, keepsRest) = (base, quote, vending_, keepsRest_);
    }

    /// Replaces `init` and shares: the tokens were sent before.
    function fill(uint256 i, uint256 k, uint256 baseTarget, uint256 quoteTarget, Short short) external {
        (uint256 base, uint256 quote) = (_BASE_TOKEN_.balanceOf(address(this)), _QUOTE_TOKEN_.balanceOf(address(this)));
        require(base <= type(uint112).max && quote <= type(uint112).max, "OVERFLOW");
        pool = Pool(i, k, base, quote, baseTarget, quoteTarget, short);
        if (vending) (pool.baseTarget, pool.quoteTarget, pool.short) = (0, 0, Short.BASE);
    }

    function setFees(uint256 lpFee_, uint256 mtFee_) external {
        (lpFee, mtFee) = (lpFee_, mtFee_);
    }

    /// Sets another maintainer fee for one trader.
    function setFeeOf(address trader, uint256 fee) external {
        (special, specialFee) = (trader, fee);
    }

    function getUserFeeRate(address trader) public view returns (uint256, uint256) {
        return (lpFee, trader == special ? specialFee : mtFee);
    }

    function getPMMStateForCall()
        external
        view
        returns (uint256, uint256, uint256, uint256, uint256, uint256, uint256)
    {
        Pool memory now_ = _adjusted();
        return (now_.i, now_.k, now_.base, now_.quote, now_.baseTarget, now_.quoteTarget, uint256(now_.short));
    }

    function querySellBase(address trader, uint256 paid) public view returns (uint256 out, uint256 fee, Short, uint256) {
        Pool memory now_ = _adjusted();
        (uint256 gross, Short short) = _sellBase(now_, paid);
        (out, fee) = _net(gross, trader);
        return (out, fee, short, now_.baseTarget);
    }

    function querySellQuote(address trader, uint256 paid)
        public
        view
        returns (uint256 out, uint256 fee, Short, uint256)
    {
        Pool memory now_ = _adjusted();
        (uint256 gross, Short short) = _sellQuote(now_, paid);
        (out, fee) = _net(gross, trader);
        return (out, fee, short, now_.quoteTarget);
    }

    function sellBase(address to) external returns (uint256) {
        uint256 held = _BASE_TOKEN_.balanceOf(address(this));
        (uint256 out, uint256 fee, Short short, uint256 target) = querySellBase(msg.sender, held - pool.base);
        _pay(_QUOTE_TOKEN_, to, out, fee);
        if (!vending && short != pool.short) {
            require(target <= type(uint112).max, "OVERFLOW");
            (pool.baseTarget, pool.short) = (target, short);
        }
        _setReserves(held, _QUOTE_TOKEN_.balanceOf(address(this)));
        return out;
    }

    function sellQuote(address to) external returns (uint256) {
        uint256 held = _QUOTE_TOKEN_.balanceOf(address(this));
        (uint256 out, uint256 fee, Short short, uint256 target) = querySellQuote(msg.sender, held - pool.quote);
        _pay(_BASE_TOKEN_, to, out, fee);
        if (!vending && short != pool.short) {
            require(target <= type(uint112).max, "OVERFLOW");
            (pool.quoteTarget, pool.short) = (target, short);
        }
        _setReserves(_BASE_TOKEN_.balanceOf(address(this)), held);
        return out;
    }

    function _net(uint256 gross, address trader) private view returns (uint256, uint256) {
        (uint256 ofPool, uint256 ofMaintainer) = getUserFeeRate(trader);
        uint256 fee = gross * ofMaintainer / ONE;
        return (gross - gross * ofPool / ONE - fee, fee);
    }

    function _pay(ICoin token, address to, uint256 out, uint256 fee) private {
        if (out > 0) token.transfer(to, out);
        if (fee > 0) token.transfer(MAINTAINER, fee);
    }

    function _setReserves(uint256 base, uint256 quote) private {
        require(base <= type(uint112).max && quote <= type(uint112).max, "OVERFLOW");
        (pool.base, pool.quote) = (base, quote);
    }

    function _adjusted() private view returns (Pool memory now_) {
        now_ = pool;
        if (now_.short == Short.QUOTE) {
            now_.quoteTarget = _target(now_.quote, now_.base - now_.baseTarget, now_.i, now_.k);
        } else if (now_.short == Short.BASE) {
            now_.baseTarget = _target(now_.base, now_.quote - now_.quoteTarget, ONE2 / now_.i, now_.k);
        }
    }

    function _sellBase(Pool memory p, uint256 paid) private view returns (uint256 out, Short) {
        if (p.short == Short.NEITHER) return (_leave(p.quoteTarget, p.quoteTarget, paid, p.i, p.k), Short.QUOTE);
        if (p.short == Short.QUOTE) return (_leave(p.quoteTarget, p.quote, paid, p.i, p.k), Short.QUOTE);
        (uint256 missing, uint256 spare) = (p.baseTarget - p.base, p.quote - p.quoteTarget);
        if (paid == missing) return (spare, Short.NEITHER);
        if (paid > missing) {
            return (spare + _leave(p.quoteTarget, p.quoteTarget, paid - missing, p.i, p.k), Short.QUOTE);
        }
        out = _return(p.baseTarget, p.base + paid, p.base, p.i, p.k);
        return (out > spare ? spare : out, Short.BASE);
    }

    function _sellQuote(Pool memory p, uint256 paid) private view returns (uint256 out, Short) {
        uint256 price = ONE2 / p.i;
        if (p.short == Short.NEITHER) return (_leave(p.baseTarget, p.baseTarget, paid, price, p.k), Short.BASE);
        if (p.short == Short.BASE) return (_leave(p.baseTarget, p.base, paid, price, p.k), Short.BASE);
        (uint256 missing, uint256 spare) = (p.quoteTarget - p.quote, p.base - p.baseTarget);
        if (paid == missing) return (spare, Short.NEITHER);
        if (paid > missing) return (spare + _leave(p.baseTarget, p.baseTarget, paid - missing, price, p.k), Short.BASE);
        out = _return(p.quoteTarget, p.quote + paid, p.quote, price, p.k);
        return (out > spare ? spare : out, Short.QUOTE);
    }

    function _return(uint256 target, uint256 after_, uint256 before, uint256 i, uint256 k)
        private
        pure
        returns (uint256)
    {
        require(target > 0, "TARGET_IS_ZERO");
        uint256 fair = i * (after_ - before);
        if (k == 0) return fair / ONE;
        uint256 penalty = k * (target * target / after_ * ONE / before) / ONE;
        return (ONE - k + penalty) * fair / ONE2;
    }

    function _leave(uint256 target, uint256 held, uint256 paid, uint256 i, uint256 k) private view returns (uint256) {
        require(target > 0, "TARGET_IS_ZERO");
        if (paid == 0) return 0;
        uint256 fair = i * paid;
        if (k == 0) return fair / ONE > held ? held : fair / ONE;
        if (k == ONE) {
            uint256 part;
            unchecked {
                uint256 whole = fair * held;
                if (fair != 0 && whole / fair == held) part = whole;
            }
            part = fair == 0 ? 0 : part != 0 || held == 0 ? part / (target * target) : paid * held / target * i / target;
            return held * part / (part + ONE);
        }
        uint256 above = k * target / held * target + fair;
        uint256 below = (ONE - k) * held;
        uint256 b = (below >= above ? below - above : above - below) / ONE;
        uint256 root = _sqrt(b * b + (ONE - k) * 4 * (k * target / ONE * target) / ONE);
        require(!keepsRest || below >= above || root != b, "should not be zero");
        uint256 scaled = (below >= above ? b + root : root - b) * ONE;
        uint256 denominator = (ONE - k) * 2;
        uint256 left = scaled / denominator + (scaled % denominator == 0 ? 0 : 1);
        return left > held ? 0 : held - left;
    }

    function _target(uint256 held, uint256 spare, uint256 i, uint256 k) private pure returns (uint256) {
        if (k == 0) return held + i * spare / ONE;
        if (held == 0) return 0;
        uint256 root = ONE;
        uint256 ki = 4 * k * i;
        if (ki != 0) {
            uint256 whole;
            bool fits;
            unchecked {
                whole = ki * spare;
                fits = whole / ki == spare;
            }
            root = _sqrt((fits ? whole / held : ki / held * spare) + ONE2);
        }
        return held * ((root - ONE) * ONE / (k * 2) + ONE) / ONE;
    }

    function _sqrt(uint256 x) private pure returns (uint256 y) {
        uint256 z = x / 2 + 1;
        y = x;
        while (z < y) {
            y = z;
            z = (x / z + z) / 2;
        }
    }
}
