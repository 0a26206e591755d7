// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external;
    function deposit() external payable;
    function withdraw(uint256) external;
}

/// @notice A port, not SyncSwap's code: its vault with the real interface, limited to swaps. It keeps wrapped native
/// currency unwrapped, as the real one does. Flash loans and native-currency entry points are left out.
contract SyncSwapVaultPort {
    address private constant NATIVE = address(0);
    address public immutable wETH;

    mapping(address token => mapping(address account => uint256)) private balances;
    mapping(address token => uint256) public reserves;

    constructor(address wrapped) {
        wETH = wrapped;
    }

    receive() external payable {}

    function balanceOf(address token, address account) external view returns (uint256) {
        return balances[_kept(token)][account];
    }

    function deposit(address token, address to) external payable returns (uint256 amount) {
        require(msg.value == 0);
        if (token == wETH) {
            amount = ICoin(wETH).balanceOf(address(this));
            ICoin(wETH).withdraw(amount);
        } else {
            amount = ICoin(token).balanceOf(address(this)) - reserves[token];
        }
        reserves[_kept(token)] += amount;
        balances[_kept(token)][to] += amount;
    }

    /// @param mode for wrapped native currency: 1 pays native, else the token; ignored for other tokens
    function withdrawAlternative(address token, address to, uint256 amount, uint8 mode) external {
        balances[_kept(token)][msg.sender] -= amount;
        reserves[_kept(token)] -= amount;
        if (token == wETH) {
            require(mode != 1, "left out of the port");
            ICoin(wETH).deposit{value: amount}();
        }
        ICoin(token).transfer(to, amount);
    }

    function _kept(address token) private view returns (address) {
        return token == wETH ? NATIVE : token;
    }
}
