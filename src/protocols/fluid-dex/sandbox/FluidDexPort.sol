// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidMath} from "./FluidMath.sol";
import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";

interface ILayer {
    function readFromStorage(bytes32 slot) external view returns (uint256);
    function operate(address token, int256 supplied, int256 owed, address takeTo, address borrowTo, bytes calldata data)
        external
        payable
        returns (uint256, uint256);
}

interface IToken {
    /// Some tokens return nothing.
    function transferFrom(address from, address to, uint256 amount) external;
}

/// @notice A port, not Instadapp's code: a pool of Fluid DEX T1 with the real words, getters and integers, limited to
/// exact-input swaps. Shares and the shifts that governance orders are left out; a pool in such a shift reverts.
contract FluidDexPort {
    using FluidMath for uint256;

    error FluidDexSwapResult(uint256 amountOut);
    error FluidDexPricesAndExchangeRates(Prices prices);

    struct Prices {
        uint256 last;
        uint256 centre;
        uint256 upper;
        uint256 lower;
        uint256 mean;
        uint256 supply0;
        uint256 owed0;
        uint256 supply1;
        uint256 owed1;
    }

    struct Curve {
        uint256 realIn;
        uint256 realOut;
        uint256 imaginaryIn;
        uint256 imaginaryOut;
    }

    /// Input and output of each curve.
    struct Parts {
        uint256 in1;
        uint256 out1;
        uint256 in2;
        uint256 out2;
    }

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private constant DEAD = 0x000000000000000000000000000000000000dEaD;

    uint256 private variables;
    uint256 private variables2;
    uint256 private outside;
    address private liquidity;
    address[2] private tokens;
    uint256[2] private up;
    uint256[2] private down;

    constructor(address liquidity_, address token0, address token1, uint8 decimals0, uint8 decimals1) {
        (liquidity, tokens) = (liquidity_, [token0, token1]);
        for (uint256 i = 0; i < 2; i++) {
            uint256 digits = i == 0 ? decimals0 : decimals1;
            up[i] = digits > 12 ? 1 : 10 ** (12 - digits);
            down[i] = digits > 12 ? 10 ** (digits - 12) : 1;
        }
    }

    /// Replaces governance and earlier trades.
    /// @param age of the last trade, seconds
    function write(uint256 word, uint256 word2, uint256 age) external {
        (variables, variables2) = (word | (block.timestamp - age) << 121, word2);
    }

    /// Replaces a contract that gives the centre price.
    function setCentre(uint256 price) external {
        outside = price;
    }

    function readFromStorage(bytes32 slot) external view returns (uint256 word) {
        assembly {
            word := sload(slot)
        }
    }

    function constantsView() external view returns (uint256[18] memory said) {
        said[1] = uint160(liquidity);
        for (uint256 i = 0; i < 2; i++) {
            said[9 + i] = uint160(tokens[i]);
            said[11 + 2 * i] = uint256(_slot(i, 8));
            said[12 + 2 * i] = uint256(_slot(i, 9));
            said[15 + i] = uint256(_slot(i, 5));
        }
    }

    function constantsView2() external view returns (uint256, uint256, uint256, uint256) {
        return (up[0], down[0], up[1], down[1]);
    }

    function getPricesAndExchangePrices() external view {
        revert FluidDexPricesAndExchangeRates(_prices());
    }

    function swapIn(bool first, uint256 amountIn, uint256 minOut, address to) external payable returns (uint256 out) {
        require(variables2 >> 255 == 0 && variables2 & 3 != 0, "paused");
        require(msg.value == 0 || (msg.value == amountIn && tokens[first ? 0 : 1] == NATIVE), "value");
        Prices memory p = _prices();
        (Parts memory parts, uint256 price) = _trade(p, first, amountIn);
        out = parts.out1 + parts.out2;
        if (to == DEAD) revert FluidDexSwapResult(out);
        require(out >= minOut, "not enough");
        _settle(first, parts, amountIn, to == address(0) ? msg.sender : to);
        uint256 most = variables2.bits(first ? 238 : 228, 10);
        require(most >= 1000 || _word(first ? 1 : 0, 5).bits(30, 14) <= most * 10, "utilization");
        _remember(price, p.centre);
    }

    /// Input and output of each curve, smallest units, and the price after the trade.
    function _trade(Prices memory p, bool first, uint256 amountIn)
        private
        view
        returns (Parts memory parts, uint256 price)
    {
        uint256 i = first ? 0 : 1;
        uint256 paid = (amountIn * up[i]) / down[i];
        require(paid >= 1e6 && paid < 1 << 96 && amountIn >= 100 && amountIn < 1 << 128, "limiting amounts");
        (Curve memory a, Curve memory b) = _curves(p, first);
        require(paid <= (a.imaginaryIn + b.imaginaryIn) / 2, "half of it");
        parts = _divide(a, b, paid);
        _even(p.centre, first, a, parts.in1, parts.out1);
        _even(p.centre, first, b, parts.in2, parts.out2);
        uint256 kept = 1e8 - variables2.bits(19, 7) * variables2.bits(2, 17);
        parts.in1 = (parts.in1 * kept) / 1e8;
        parts.in2 = (parts.in2 * kept) / 1e8;
        price =
            parts.in1 > parts.in2 ? _price(first, a, parts.in1, parts.out1) : _price(first, b, parts.in2, parts.out2);
        parts = Parts(_raw(parts.in1, i), _raw(parts.out1, 1 - i), _raw(parts.in2, i), _raw(parts.out2, 1 - i));
    }

    function liquidityCallback(address token, uint256 due, bytes calldata data) external {
        (uint256 amount,, address from) = abi.decode(data, (uint256, bool, address));
        require(msg.sender == liquidity && amount >= due);
        IToken(token).transferFrom(from, liquidity, amount);
    }

    function _settle(bool first, Parts memory parts, uint256 amountIn, address to) private {
        (address sold, address bought) = first ? (tokens[0], tokens[1]) : (tokens[1], tokens[0]);
        bytes memory data = abi.encode(amountIn, false, msg.sender);
        ILayer(liquidity).operate{value: msg.value}(
            sold, int256(parts.in1), -int256(parts.in2), address(0), address(0), data
        );
        ILayer(liquidity).operate(bought, -int256(parts.out1), int256(parts.out2), to, to, "");
    }

    function _prices() private view returns (Prices memory p) {
        uint256 set = variables2;
        require(set.bits(26, 1) + set.bits(67, 1) + set.bits(248, 1) == 0, "shifts are left out");
        p.centre = set.bits(112, 30) == 0 ? variables.bits(81, 40).unpack() : outside;
        p.last = variables.bits(41, 40).unpack();
        FluidMath.Range memory r = FluidMath.rangeAround(p.centre, set.bits(27, 20), set.bits(47, 20));
        if (set.bits(68, 20) > 0) p.centre = _followed(p.centre, p.last, r);
        uint256 most = set.bits(172, 28).unpack();
        uint256 least = set.bits(200, 28).unpack();
        p.centre = p.centre > most ? most : p.centre < least ? least : p.centre;
        r = FluidMath.rangeAround(p.centre, set.bits(27, 20), set.bits(47, 20));
        (p.upper, p.lower, p.mean) = (r.upper, r.lower, r.mean);
        (p.supply0, p.owed0) = (_word(0, 5).bits(91, 64), _word(0, 5).bits(155, 64));
        (p.supply1, p.owed1) = (_word(1, 5).bits(91, 64), _word(1, 5).bits(155, 64));
    }

    /// The centre moves to the end of the range that the price is near, within a given number of seconds.
    function _followed(uint256 centre, uint256 last, FluidMath.Range memory r) private view returns (uint256) {
        uint256 time = variables2.bits(88, 24);
        uint256 gone = block.timestamp - variables.bits(121, 33);
        if (last > centre + ((r.upper - centre) * (1000 - variables2.bits(68, 10))) / 1000) {
            return gone < time ? centre + ((r.upper - centre) * gone) / time : r.upper;
        }
        if (last < centre - ((centre - r.lower) * (1000 - variables2.bits(78, 10))) / 1000) {
            return gone < time ? centre - ((centre - r.lower) * gone) / time : r.lower;
        }
        return centre;
    }

    function _curves(Prices memory p, bool first) private view returns (Curve memory a, Curve memory b) {
        FluidMath.Range memory r = FluidMath.Range(p.upper, p.lower, p.mean);
        bool turns = p.mean >= FluidMath.ONE;
        if (turns) r = FluidMath.turned(r);
        if (variables2 & 1 == 1) {
            FluidMath.Pair memory real = _turn(FluidMath.Pair(_has(0, 8, p.supply0), _has(1, 8, p.supply1)), turns);
            FluidMath.Pair memory imaginary = FluidMath.overSupply(r, real);
            a = _way(_turn(real, turns), _turn(imaginary, turns), first);
        }
        if (variables2 & 2 == 2) {
            FluidMath.Pair memory owed = _turn(FluidMath.Pair(_has(0, 9, p.owed0), _has(1, 9, p.owed1)), turns);
            (FluidMath.Pair memory real, FluidMath.Pair memory imaginary) = FluidMath.overDebt(r, owed);
            b = _way(_turn(real, turns), _turn(imaginary, turns), first);
        }
    }

    /// In 12 decimals.
    function _has(uint256 i, uint256 mapping_, uint256 price) private view returns (uint256 amount) {
        uint256 word = _word(i, mapping_);
        amount = word.bits(1, 64).unpack();
        if (word & 1 == 1) amount = (amount * price) / 1e12;
        amount = (amount * up[i]) / down[i];
    }

    function _divide(Curve memory a, Curve memory b, uint256 paid) private view returns (Parts memory parts) {
        if (variables2 & 3 == 1) {
            parts.in1 = paid;
        } else if (variables2 & 3 == 3) {
            uint256 one = (a.imaginaryOut * a.imaginaryIn * 1e18).root();
            uint256 two = (b.imaginaryOut * b.imaginaryIn * 1e18).root();
            int256 share = (int256((b.imaginaryIn + paid) * one) - int256(a.imaginaryIn * two)) / int256(one + two);
            if (share > 0) parts.in1 = share >= int256(paid) ? paid : uint256(share);
        }
        parts.in2 = paid - parts.in1;
        parts.out1 = _given(a, parts.in1);
        parts.out2 = _given(b, parts.in2);
    }

    function _given(Curve memory c, uint256 paid) private view returns (uint256) {
        if (paid == 0) return 0;
        paid = (paid * (1e6 - variables2.bits(2, 17))) / 1e6;
        return (paid * c.imaginaryOut) / (c.imaginaryIn + paid);
    }

    function _even(uint256 centre, bool first, Curve memory c, uint256 paid, uint256 given) private pure {
        if (paid == 0) return;
        uint256 held = c.realIn + paid;
        uint256 left = c.realOut - given;
        require(left >= (first ? (held * centre) / 1e31 : (held * 1e27) / (centre * 1e4)), "reserves too low");
    }

    function _price(bool first, Curve memory c, uint256 paid, uint256 given) private pure returns (uint256) {
        (uint256 held, uint256 left) = (c.imaginaryIn + paid, c.imaginaryOut - given);
        return first ? (left * 1e27) / held : (held * 1e27) / left;
    }

    function _remember(uint256 price, uint256 centre) private {
        uint256 word = variables;
        bool again = block.timestamp == word.bits(121, 33);
        uint256 anchor = word.bits(again ? 1 : 41, 40);
        if (again) {
            uint256 old = word.bits(81, 40).unpack();
            require(centre >= ((1e8 - 1) * old) / 1e8 && centre <= ((1e8 + 1) * old) / 1e8, "centre out of range");
        }
        int256 moved = 1e18 - int256((anchor.unpack() * 1e18) / price);
        require(moved <= 5e16 && moved >= -5e16, "huge swap diff");
        if (!again) word = (anchor << 1) | (centre.pack(32, false) << 81) | (block.timestamp << 121);
        variables = (word & ~(uint256(0xffffffffff) << 41)) | (price.pack(32, false) << 41);
    }

    function _raw(uint256 adjusted, uint256 i) private view returns (uint256) {
        return (adjusted * down[i]) / up[i];
    }

    function _word(uint256 i, uint256 mapping_) private view returns (uint256) {
        return ILayer(liquidity).readFromStorage(_slot(i, mapping_));
    }

    /// Mappings 8 and 9 of the layer are by user first.
    function _slot(uint256 i, uint256 mapping_) private view returns (bytes32) {
        bytes32 at = mapping_ == 5 ? bytes32(mapping_) : keccak256(abi.encode(address(this), mapping_));
        return keccak256(abi.encode(tokens[i], at));
    }

    function _turn(FluidMath.Pair memory pair, bool turns) private pure returns (FluidMath.Pair memory) {
        return turns ? FluidMath.Pair(pair.y, pair.x) : pair;
    }

    function _way(FluidMath.Pair memory real, FluidMath.Pair memory imaginary, bool first)
        private
        pure
        returns (Curve memory)
    {
        return first ? Curve(real.x, real.y, imaginary.x, imaginary.y) : Curve(real.y, real.x, imaginary.y, imaginary.x);
    }
}
