// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {CurveBasePort} from "../sandbox/CurveBasePort.sol";
import {CurveMetaPort} from "../sandbox/CurveMetaPort.sol";
import {CurveStablePort} from "../sandbox/CurveStablePort.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice Shared by Curve's StableSwap pools here: how they are filled, and a fee of 0.04 %.
abstract contract CurvePools is Venue {
    bool internal immutable isNew;

    constructor(address adapter_, address first, address second, address wrapped_, bool isNew_)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        isNew = isNew_;
    }

    function _settings() internal view returns (CurveStablePort.Settings memory) {
        return CurveStablePort.Settings(isNew, isNew, 100, 20_000, 4_000_000, 5_000_000_000, 20_000_000_000);
    }

    function _pair(address x, address y) internal pure returns (address[] memory both) {
        both = new address[](2);
        (both[0], both[1]) = (x, y);
    }

    function _rates() internal pure returns (uint256[] memory rates) {
        rates = new uint256[](2);
        (rates[0], rates[1]) = (1e18, 1e18);
    }

    function _fill(CurveStablePort made, address x, address y, uint256 amount) internal {
        PlainToken(x).approve(address(made), amount);
        PlainToken(y).approve(address(made), amount);
        uint256[] memory amounts = new uint256[](2);
        (amounts[0], amounts[1]) = (amount, amount);
        made.fill(amounts);
    }
}

/// @notice A StableSwap or a StableSwap-NG with a million of each token, on our port.
contract CurveVenue is CurvePools {
    constructor(address adapter_, address first, address second, address wrapped_, bool isNew_)
        payable
        CurvePools(adapter_, first, second, wrapped_, isNew_)
    {
        CurveStablePort made = new CurveStablePort(_settings(), _pair(first, second), _rates());
        pool = address(made);
        for (uint256 i = 0; i < 2; i++) fund(i, address(this), 1e24);
        _fill(made, first, second, 1e24);
    }

    function data(uint256 i) external view override returns (uint48) {
        return uint48((isNew ? 1 << 40 : 0) | i << 24 | (1 - i));
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        return CurveStablePort(pool).get_dy(int128(int256(i)), int128(int256(1 - i)), amountIn);
    }
}

/// @notice A metapool of token 0 and the shares of a base pool whose second token is token 1, on our ports.
contract CurveOverVenue is CurvePools {
    /// @param beside the first token of the base pool
    constructor(address adapter_, address first, address second, address beside, address wrapped_, bool isNew_)
        payable
        CurvePools(adapter_, first, second, wrapped_, isNew_)
    {
        CurveBasePort base = new CurveBasePort(_settings(), _pair(beside, second), _rates());
        for (uint256 i = 0; i < 2; i++) fund(i, address(this), 1e24);
        PlainToken(beside).mint(address(this), 1e24);
        _fill(base, beside, second, 1e24);
        base.mintTo(address(this), 2e24);
        address shares = address(base.token());
        CurveMetaPort made = new CurveMetaPort(
            _settings(), _pair(first, shares), _rates(), address(base), _pair(beside, second), isNew, !isNew
        );
        pool = address(made);
        _fill(made, first, shares, 5e23);
    }

    function data(uint256 i) external view override returns (uint48) {
        // Token 1 is the second token of the base pool, after the metapool's own token.
        return uint48((isNew ? 3 << 40 : 2 << 40) | (i == 0 ? 2 : 2 << 24));
    }

    function foresee(uint256 i, uint256 amountIn) external override returns (uint256) {
        return _try(i, amountIn);
    }

    function _sell(uint256 i, uint256 amountIn) internal override {
        PlainToken(coins[i]).approve(pool, amountIn);
        CurveMetaPort(pool).exchange_underlying(i == 0 ? int128(0) : int128(2), i == 0 ? int128(2) : int128(0), amountIn, 0);
    }
}
