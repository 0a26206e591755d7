// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice A vault of the attacker's that answers the router in the ways of `Mode`.
contract EvilVault {
    enum Mode {
        OwesMore,
        OwesBelowZero,
        AnswersTwice,
        NeverCallsBack,
        CallsBackAsPool,
        GivesNothing,
        OwesLess
    }

    Mode public mode;
    bool private _again;

    function set(Mode mode_) external {
        mode = mode_;
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        if (mode == Mode.NeverCallsBack) return abi.encode(uint256(1));
        if (mode == Mode.CallsBackAsPool) _must(abi.encodeWithSelector(0xfa461e33, int256(1), int256(0), ""));
        _must(abi.encodeWithSelector(0x91dd7346, data));
        if (mode == Mode.AnswersTwice) _must(abi.encodeWithSelector(0x91dd7346, data));
        return abi.encode(uint256(1));
    }

    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Params {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 limit;
    }

    function swap(Key calldata, Params calldata params, bytes calldata) external view returns (int256 delta) {
        int256 owed = params.amountSpecified;
        if (mode == Mode.OwesMore) owed -= 1;
        if (mode == Mode.OwesLess) owed /= 2;
        if (mode == Mode.OwesBelowZero) owed = -owed;
        int256 given = 1e18;
        (int256 delta0, int256 delta1) = params.zeroForOne ? (owed, given) : (given, owed);
        return (delta0 << 128) | int256(uint256(uint128(int128(delta1))));
    }

    /// @dev As a Uniswap v3 pool's: armed for a callback, it calls back as a vault does.
    function swap(address to, bool zeroForOne, int256 amount, uint160, bytes calldata)
        external
        returns (int256, int256)
    {
        bytes memory ask = abi.encode(Key(address(0), address(0), 0, 0, address(0)), zeroForOne, to);
        _must(abi.encodeWithSelector(0x91dd7346, ask));
        return (amount, -1);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address, address, uint256) external {}

    /// Passes a refusal on whole, so that a test sees whose it was.
    function _must(bytes memory data) private {
        (bool ok,) = msg.sender.call(data);
        if (ok) return;
        assembly {
            returndatacopy(0, 0, returndatasize())
            revert(0, returndatasize())
        }
    }
}
