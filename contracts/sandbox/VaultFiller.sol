// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IVault} from "./IVault.sol";

/// Puts its tokens and native currency into pools of Uniswap v4. Used only when a chain is created.
contract VaultFiller {
    address private immutable owner = msg.sender;

    receive() external payable {}

    struct Position {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    function mint(IVault vault, IVault.Key calldata key, Position[] calldata positions) external payable {
        require(msg.sender == owner, "not the owner");
        vault.unlock(abi.encode(key, positions));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        IVault vault = IVault(msg.sender);
        (IVault.Key memory key, Position[] memory positions) = abi.decode(data, (IVault.Key, Position[]));
        int256 owed0;
        int256 owed1;
        for (uint256 i = 0; i < positions.length; i++) {
            Position memory at = positions[i];
            (int256 delta,) = vault.modifyLiquidity(key, IVault.Change(at.lower, at.upper, int256(uint256(at.liquidity)), 0), "");
            owed0 -= int128(delta >> 128);
            owed1 -= int128(delta);
        }
        _pay(vault, key.currency0, uint256(owed0));
        _pay(vault, key.currency1, uint256(owed1));
        return "";
    }

    /// Accepts tokens that return nothing.
    function _pay(IVault vault, address token, uint256 value) private {
        vault.sync(token);
        if (token == address(0)) {
            vault.settle{value: value}();
            return;
        }
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", vault, value));
        require(ok, "not paid");
        vault.settle();
    }
}
