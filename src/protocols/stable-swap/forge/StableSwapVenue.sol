// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {Code} from "../../../../contracts/forge/rig/Code.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

interface Shares {
    function initialize(string calldata name, string calldata symbol) external;
}

interface Pool {
    function initialize(
        address[] calldata tokens,
        uint8[] calldata decimals,
        string calldata name,
        string calldata symbol,
        uint256 a,
        uint256 fee,
        uint256 adminFee,
        address sample
    ) external;
    function addLiquidity(uint256[] calldata amounts, uint256 minimum, uint256 deadline) external;
    function calculateSwap(uint8 from, uint8 to, uint256 amountIn) external view returns (uint256);
}

/// @notice A StableSwap of the Saddle family as published, with a million of each token.
contract StableSwapVenue is Venue {
    string private constant LIBRARY = "__$0399e8fdab399fb8f200f3895472e3787c$__";

    constructor(address adapter_, address first, address second, address wrapped_) payable Venue(adapter_, first, second, wrapped_) {
        address library_ = Code.create(Code.recorded("test/contracts/far-pools", "[1].contracts.SwapUtilsExternal"));
        pool = Code.create(Code.linked("test/contracts/far-pools", "[1].contracts.StableSwap", LIBRARY, library_));
        address sample = Code.create(Code.recorded("test/contracts/far-pools", "[1].contracts.LPToken"));
        Shares(sample).initialize("LP", "LP");
        (address[] memory tokens, uint8[] memory decimals, uint256[] memory amounts) =
            (new address[](2), new uint8[](2), new uint256[](2));
        for (uint256 i = 0; i < 2; i++) {
            (tokens[i], decimals[i], amounts[i]) = (coins[i], 18, 1e24);
            fund(i, address(this), 1e24);
            PlainToken(coins[i]).approve(pool, 1e24);
        }
        Pool(pool).initialize(tokens, decimals, "LP", "LP", 200, 4_000_000, 0, sample);
        Pool(pool).addLiquidity(amounts, 0, type(uint40).max);
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i << 24 | (1 - i));
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        return Pool(pool).calculateSwap(uint8(i), uint8(1 - i), amountIn);
    }
}
